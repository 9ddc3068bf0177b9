/** The rulings on every attempt, in brief; where they are too many, on those of the selected piece or of nobody. */
import { type Asked, server, ServerError } from "./server";
import type { Action, Position, Ruling, Trouble } from "./wire";

/** What is looked at: the table, as far as this needs it. */
interface Looked {
  position: Position | null;
  selected: string | null;
  rulings: Ruling[];
  trouble: Trouble | null;
  readonly asked: Asked | null;
}

/** Which attempts are asked about: all of them, those about a piece, or those that are about no piece, such as a turn. */
export function part({ more, candidates, pieces }: Pick<Position, "more" | "candidates" | "pieces">, selected: string | null): { about?: string; actions?: Action[] } {
  if (!more) return {};
  const ids = new Set<unknown>(pieces.map((piece) => piece.id));
  if (selected !== null && ids.has(selected)) return { about: selected };
  return { actions: candidates.filter((action) => !Object.values(action).some((value) => ids.has(value))) };
}

export class Survey {
  waiting = $state(false);
  done: Promise<void> = Promise.resolve(); // when the rulings are there
  #asking: AbortController | null = null;

  constructor(readonly table: Looked) {}

  /** Ask anew: for what stands there now, about the piece that is selected now. */
  ask(): void {
    const { asked, position, selected } = this.table;
    this.#asking?.abort();
    this.waiting = false;
    if (!asked || !position) return;
    if (position.more) this.table.rulings = [];
    const asking = (this.#asking = new AbortController());
    this.waiting = true;
    this.done = this.#answered({ ...asked, brief: true, ...part(position, selected) }, asking);
  }

  async #answered(question: Parameters<typeof server.judge>[0], asking: AbortController): Promise<void> {
    try {
      const { rulings } = await server.judge(question, asking.signal);
      if (this.table.asked?.scenario === question.scenario) this.table.rulings = rulings;
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
      this.table.trouble = error.trouble;
    } finally {
      if (this.#asking === asking) this.waiting = false;
    }
  }
}
