/** Records of fights as files: saved from a room, loaded into a new one. */
import { server, ServerError } from "../server";
import { fileName } from "./filing";
import { room } from "./room.svelte";

const LARGEST = 8_000_000; // bytes; the server takes no more either

/** Let the browser save the record of this room. */
export async function saveRecord(): Promise<void> {
  if (!room.token || !room.snapshot) return;
  try {
    const text = await server.record(room.token);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    link.download = `${fileName(room.snapshot.position.title)}.record.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    room.refused = error.trouble;
  }
}

/** Open a room with a record from a file, at its end. */
export async function loadRecord(file: File): Promise<void> {
  if (file.size > LARGEST) room.shut = { error: "too_large", message: "" };
  else await openRecord(await file.text());
}

/** Open a room with the text of a record, at its end. */
export async function openRecord(text: string): Promise<boolean> {
  return room.open({ record: text });
}
