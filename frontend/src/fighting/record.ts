/** Records of fights as files: saved from a room, loaded into a new one. */
import { fileName, saved } from "../exporting";
import { server, ServerError } from "../server";
import { room } from "./room.svelte";

const LARGEST = 8_000_000; // bytes; the server takes no more either

/** Let the browser save the record of this room. */
export async function saveRecord(): Promise<void> {
  if (!room.token || !room.snapshot) return;
  try {
    const text = await server.record(room.token);
    saved(text, fileName(room.snapshot.position.title, "record.jsonl"), "application/jsonl");
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    room.refused = error.trouble;
  }
}

/** Open a room with a record from a file, at its end. */
export async function loadRecord(file: File): Promise<void> {
  if (file.size > LARGEST) room.shut = { error: "too_large", message: "" };
  else await room.open({ record: await file.text() });
}
