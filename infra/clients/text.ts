/** The words of a name in kebab, snake, camel or sentence case, in lower case. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const pascal = (name: string): string => wordsOf(name).map(capital).join("");
export const snake = (name: string): string => wordsOf(name).join("_");

export function camel(name: string): string {
  const text = pascal(name);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Breaks text between words, so that a line has at most `width` characters where its words allow. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      if (line && line.length + 1 + word.length > width) {
        lines.push(line);
        line = "";
      }
      line += line ? ` ${word}` : word;
    }
    if (line || lines.length > 0) lines.push(line);
  }
  return lines;
}

export const indent = (lines: readonly string[], by: string): string[] =>
  lines.map((line) => (line === "" ? "" : by + line));

/** The lines of a template. Lines in it are indented as their place is, and none leave no line. */
export function code(
  texts: TemplateStringsArray,
  ...parts: readonly (string | readonly string[])[]
): string[] {
  const NONE = "\0";
  const filled = texts.reduce((text, next, i) => {
    const part = parts[i - 1] ?? "";
    const [by = ""] = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n") + 1)) ?? [];
    return text + (typeof part === "string" ? part : part.join(`\n${by}`) || NONE) + next;
  });
  return filled
    .replace(/^\n|\n$/g, "")
    .split("\n")
    .filter((line) => !line.includes(NONE))
    .map((line) => (line.trim() ? line : ""));
}

export function starComment(text: string, width: number): string[] {
  if (!text) return [];
  // The end of a comment within a text would end the comment early.
  const safe = text.replaceAll("*/", "*\u200b/");
  const lines = wrap(safe, width - 3);
  const [only = ""] = lines;
  if (lines.length === 1 && only.length + 7 <= width) return [`/** ${only} */`];
  return ["/**", ...lines.map((line) => (line ? ` * ${line}` : " *")), " */"];
}

export const paragraphs = (...texts: readonly (string | undefined)[]): string =>
  texts
    .filter(Boolean)
    .map((text) => (/[.:]$/.test(text ?? "") ? text : `${text}.`))
    .join("\n");

export const listed = (values: readonly (string | number)[]): string =>
  values.map((value) => `\`${value}\``).join(", ");

export function lined(
  start: string,
  parts: readonly string[],
  end: string,
  width: number,
  comma = "",
): string[] {
  const operations = `${start}${parts.join(", ")}${end}`;
  if (operations.length <= width) return [operations];
  return [start, ...parts.map((part, i) => `  ${part}${i < parts.length - 1 ? "," : comma}`), end];
}

export const joinBlocks = (...blocks: readonly (readonly string[])[]): string =>
  `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
