/** A scenario as the YAML that a person would write: one line for what is short, blocks for what is long. */

const WIDE = 76;
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i;

/** A text that no reader takes for anything else; in quotes where it must be. */
function text(said: string): string {
  const safe = /^[\p{L}_][\p{L}\p{N} _./+()'’-]*$/u.test(said) && !said.endsWith(" ") && !WORDS.test(said) && !said.includes(" #");
  return safe ? said : JSON.stringify(said);
}

const scalar = (value: unknown): string => (typeof value === "string" ? text(value) : value === null || value === undefined ? "null" : String(value));
const isMap = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (!isMap(value)) return scalar(value);
  return `{${Object.entries(value).map(([name, one]) => `${text(name)}: ${flow(one)}`).join(", ")}}`;
}

function block(value: unknown, indent: string): string {
  const lines: string[] = [];
  if (Array.isArray(value)) {
    for (const one of value) {
      const short = flow(one);
      if (short.length + indent.length <= WIDE || !(isMap(one) || Array.isArray(one))) lines.push(`${indent}- ${short}`);
      else lines.push(`${indent}- ${block(one, `${indent}  `).slice(indent.length + 2)}`);
    }
  } else if (isMap(value)) {
    for (const [name, one] of Object.entries(value)) lines.push(field(name, one, indent));
  }
  return lines.join("\n");
}

function field(name: string, value: unknown, indent: string): string {
  const short = flow(value);
  const list = Array.isArray(value) && value.some((one) => isMap(one));
  const fits = short.length + name.length + indent.length + 2 <= WIDE;
  const empty = short === "[]" || short === "{}";
  if (empty || !(Array.isArray(value) || isMap(value)) || (fits && !(list && value.length > 1))) return `${indent}${text(name)}: ${short}`;
  return `${indent}${text(name)}:\n${block(value, `${indent}  `)}`;
}

export function toYaml(scenario: Record<string, unknown>): string {
  return `${block(scenario, "")}\n`;
}

/** Where a line and a column (both from 1) lie in a text. */
export function offsetOf(source: string, line: number, column = 1): number {
  let at = 0;
  for (let number = 1; number < line; number++) {
    const next = source.indexOf("\n", at);
    if (next < 0) return source.length;
    at = next + 1;
  }
  return Math.min(at + column - 1, source.length);
}
