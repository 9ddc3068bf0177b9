/** Files, pasted texts and examples, put on the table. */
import { backdrop } from "../board/backdrop.svelte";
import { figure } from "../board/saying";
import { isRecord } from "../fighting/entries";
import { room } from "../fighting/room.svelte";
import { server, ServerError } from "../server";
import { table } from "../table.svelte";
import { telling } from "../telling.svelte";
import type { Scenario } from "../wire";
import { t } from "../words.svelte";
import { draft, page } from "./page.svelte";
import { toBoard } from "./place";
import { apart, cells, shown } from "./picture";

const MOST = 8 * 2 ** 20; // bytes of a file that the server reads
const MOST_MAP = 64 * 2 ** 20; // of a map with its picture, which stays here

function complain(error: string, message: string): void {
  table.trouble = { error, message };
}

/** Put a text on the table: a scenario, a map, or the record of a fight. What is wrong in it can be mended in the editor. */
export async function openText(whole: string, name: string): Promise<void> {
  const { text, picture } = apart(whole);
  if (text.length > MOST) return tooLarge(name, text.length, MOST);
  page.dialog = null;
  if (isRecord(text)) {
    page.tab = "fight";
    if (await room.open({ record: text })) telling.tell(t("Record opened: {name}", { name }));
    return;
  }
  turnPage();
  if (await table.open({ text, name })) {
    draft.name = name;
    if (table.position) lay(text, picture, table.position.scenario);
    // A map became a scenario: that is what can be written on.
    draft.from = null;
    draft.text = "";
    if (text.includes("enfilade/scenario/")) [draft.text, draft.from] = [text, table.position?.scenario];
    if (page.tab !== "pieces") page.tab = "ask";
    opened();
  } else if (table.trouble?.error === "scenario") {
    draft.text = text;
    draft.name = name;
    draft.from = null;
    draft.brought += 1;
    page.tab = "scenario";
  }
}

/** The picture of a map lies under the board. */
function lay(text: string, picture: string, scenario: Scenario): void {
  const blob = picture ? shown(picture) : null;
  backdrop.lay(blob, cells(text), scenario);
  if (blob) telling.tell(t("The picture in the map ({size} MB) stays in this browser: it lies under the board and is not sent.", { size: megabytes(blob.size) }));
  else if (picture) telling.tell(t("The picture in the map is left out: it is no PNG, JPEG or WebP."));
}

const megabytes = (bytes: number): string => figure(bytes / 2 ** 20, 1);

function tooLarge(name: string, size: number, most: number): void {
  complain("too_large", t("{name} is {size} MB large; at most {most} MB are read.", { name, size: megabytes(size), most: megabytes(most) }));
}

export async function openFile(file: File): Promise<void> {
  if (file.size > MOST_MAP) return tooLarge(file.name, file.size, MOST_MAP);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return complain("request", t("{name} is no text: expected a scenario in YAML or JSON, a map (uvtt, dd2vtt, Foundry, Watabou) or a record.", { name: file.name }));
  }
  await openText(text, file.name);
}

/** What lies on the table now is a step back in the browser's history. */
function turnPage(): void {
  if (table.position && !room.inside && location.hash) history.pushState({}, "", location.pathname);
}

export async function openExample(id: string): Promise<void> {
  try {
    const { scenario } = await server.example(id);
    turnPage();
    if (!(await table.open({ scenario }))) return;
    forget();
    page.dialog = null;
    if (page.tab !== "pieces") page.tab = "ask";
    opened();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    table.trouble = error.trouble;
  }
}

/** The text that was being written belongs to what lay on the table before. */
export function forget(): void {
  draft.text = draft.name = "";
  draft.from = null;
}

function opened(): void {
  const { position } = table;
  toBoard();
  if (position) telling.say(t("Opened: {title}. {count} {count:piece|pieces} on the board.", { title: position.title || draft.name, count: position.pieces.filter((piece) => !piece.gone).length }));
}
