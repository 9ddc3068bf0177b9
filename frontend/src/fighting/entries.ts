/** The entries in a record's text: every line but the first, without number and hash. */
export function entriesIn(text: string): unknown[] {
  const lines = text.split("\n").filter(Boolean).slice(1);
  return lines.map((line) => {
    const { action, answers, events } = JSON.parse(line) as Record<string, unknown>;
    return { action, answers, events };
  });
}
