/** Files, pasted texts and examples, put on the table. */
import { isRecord } from "../fighting/filing";
import { room } from "../fighting/room.svelte";
import { server, ServerError } from "../server";
import { table } from "../table.svelte";
import { telling } from "../telling.svelte";
import { t } from "../words.svelte";
import { draft, page } from "./page.svelte";

const MOST = 8 * 2 ** 20; // bytes of a file that the server reads

function complain(error: string, message: string): void {
  table.trouble = { error, message };
}

/** Put a text on the table: a scenario, a map, or the record of a fight. What is wrong in it can be mended in the editor. */
export async function openText(text: string, name: string): Promise<void> {
  page.dialog = null;
  if (isRecord(text)) {
    page.tab = "fight";
    if (await room.open({ record: text })) telling.tell(t("Record opened: {name}", { name }));
    return;
  }
  turnPage();
  if (await table.open({ text, name })) {
    draft.name = name;
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
    page.tab = "scenario";
  }
}

export async function openFile(file: File): Promise<void> {
  if (file.size > MOST)
    return complain("too_large", t("{name} is {size} MB large; at most {most} MB are read.", { name: file.name, size: (file.size / 2 ** 20).toFixed(1), most: MOST / 2 ** 20 }));
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
  if (position) telling.say(t("Opened: {title}. {count} pieces on the board.", { title: position.title || draft.name, count: position.pieces.filter((piece) => !piece.gone).length }));
}
