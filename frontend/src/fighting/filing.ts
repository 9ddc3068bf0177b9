/** What a record is called as a file, and how one is known. */

/** A title as a file's name. */
export function fileName(title: string): string {
  const plain = title.normalize("NFKD").replace(/[^\w\s-]/g, "").trim().replace(/[\s_]+/g, "-").toLowerCase();
  return plain || "battle";
}

/** Whether a text is a record: its first line says so. */
export const isRecord = (text: string): boolean => /^\s*\{[^\n]*"format":\s*"enfilade\/record\//.test(text.slice(0, 400));
