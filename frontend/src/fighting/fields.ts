/** Values of fields as people type them: numbers, true and false, lists, names with numbers, or plain words. */
import { commas, read } from "../numbers";

function scalar(text: string): unknown {
  if (text === "true" || text === "yes") return true;
  if (text === "false" || text === "no") return false;
  if (text === "none") return null;
  const number = read(text);
  if (number !== null) return number;
  return text.replace(/^"(.*)"$/, "$1");
}

/** What was typed, as the server takes it: "panic: 1, stun: 2" is names with numbers, "3, 4.5" a list.
 *  In a language that writes 4,5 a comma between two digits is one of decimals, and "3; 4,5" is the list. */
export function valueOf(typed: string): unknown {
  const text = typed.trim();
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
  if (/^".*"$/.test(text)) return text.slice(1, -1);
  const parts = text.split(commas() ? /;|,(?!\d)|(?<!\d),/ : ",").map((part) => part.trim());
  const pairs = parts.map((part) => /^([\w.]+)\s*:\s*(.+)$/.exec(part));
  if (pairs.every(Boolean)) return Object.fromEntries(pairs.map((pair) => [pair?.[1], scalar(pair?.[2] ?? "")]));
  return parts.length > 1 && parts.every(Boolean) ? parts.map(scalar) : scalar(text);
}
