/** What part of the board is seen: wheel and two fingers zoom, elsewhere than on a piece a finger pans. */
import { select } from "d3-selection";
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { across, type Box, down, middle } from "./paper";

const REST = 140; // milliseconds without zooming after which labels are laid anew
const CLOSEST = 24;
export const RULER = 18; // pixels that the lower ruler takes
const TOOLS = 58; // and the tools, along the side where they lie

class View {
  k = $state(1); // screen pixels to one of the paper
  x = $state(0);
  y = $state(0);
  width = $state(0);
  height = $state(0);
  rest = $state.raw({ k: 1, x: 0, y: 0 }); // where it last came to rest: labels are laid for it
  touched = false; // whether a person chose this view
  #svg: SVGSVGElement | null = null;
  #zoom: ZoomBehavior<SVGSVGElement, unknown> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get transform(): string {
    return `translate(${this.x} ${this.y}) scale(${this.k})`;
  }

  /** An action for the board's <svg>. */
  attach = (svg: SVGSVGElement): { destroy: () => void } => {
    this.#svg = svg;
    this.#zoom = zoom<SVGSVGElement, unknown>()
      .filter((event: MouseEvent | TouchEvent | WheelEvent) => {
        if (event.type === "wheel") return true;
        if ("touches" in event && event.touches.length > 1) return true;
        const on = event.target instanceof Element && event.target.closest("[data-piece],[data-handle]");
        return !on && !("button" in event && event.button) && !event.ctrlKey;
      })
      .scaleExtent([0.05, CLOSEST])
      .extent(() => [
        [0, 0],
        [this.width, this.height],
      ])
      .on("zoom", (event: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        ({ k: this.k, x: this.x, y: this.y } = event.transform);
        if (event.sourceEvent) this.touched = true;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#settle(), REST);
      });
    select(svg).call(this.#zoom).on("dblclick.zoom", null);
    return { destroy: () => select(svg).on(".zoom", null) };
  };

  /** Show this part of the paper, as large as it fits beside the rulers and the tools. */
  fit(box: Box, rulers = true): void {
    const tools = this.flat ? { right: 12, bottom: TOOLS } : { right: TOOLS, bottom: 12 };
    const room = { left: rulers ? 34 : 12, top: 12, right: tools.right, bottom: tools.bottom + (rulers ? RULER : 0) };
    const [width, height] = [this.width - room.left - room.right, this.height - room.top - room.bottom];
    if (!this.#svg || !this.#zoom || width < 20 || height < 20) return;
    const k = Math.max(0.05, Math.min(width / Math.max(across(box), 1), height / Math.max(down(box), 1), CLOSEST));
    const [x, y] = middle(box);
    const wanted = zoomIdentity.translate(room.left + width / 2 - x * k, room.top + height / 2 - y * k).scale(k);
    this.touched = false;
    this.#zoom.transform(select(this.#svg), wanted);
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.rest = { k: this.k, x: this.x, y: this.y };
  }

  get settled(): number {
    return this.rest.k;
  }

  /** Whether the board is as narrow as a phone's. */
  get narrow(): boolean {
    return this.width > 0 && this.width < 560;
  }

  /** Whether the tools lie in a row, above the lower ruler: a column of them would cover too much. */
  get flat(): boolean {
    return this.narrow || (this.height > 0 && this.height < 360);
  }

  zoomBy(factor: number): void {
    if (this.#svg && this.#zoom) this.#zoom.scaleBy(select(this.#svg), factor);
    this.touched = true;
  }

  panBy(x: number, y: number): void {
    if (this.#svg && this.#zoom) this.#zoom.translateBy(select(this.#svg), x / this.k, y / this.k);
    this.touched = true;
  }
}

export const view = new View();
