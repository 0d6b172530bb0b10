import { wrap } from "./text.ts";

export function javadoc(text: string, width = 100): string[] {
  if (!text) return [];
  const [first = "", ...others] = html(text).split("\n").filter(Boolean);
  if (others.length === 0 && first.length + 7 <= width) return [`/** ${first} */`];
  const blocks = [first, ...others.map((each) => `<p>${each}`)].map((each) => wrap(each, width - 3));
  return [
    "/**",
    ...blocks.flatMap((lines, i) => [...(i > 0 ? [" *"] : []), ...lines.map((line) => ` * ${line}`)]),
    " */",
  ];
}

/** Words between backticks are code, which needs no escapes. */
const html = (text: string): string =>
  text
    .split("`")
    .map((part, i) => (i % 2 === 1 ? `{@code ${part}}` : escaped(part)))
    .join("")
    .replaceAll("*/", "*&#47;");

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export function javaLined(start: string, args: readonly string[], end: string, width: number): string[] {
  const oneLine = start + args.join(", ") + end;
  if (oneLine.length <= width) return [oneLine];
  const second = `    ${args.join(", ")}${end}`;
  if (second.length <= width) return [start, second];
  return [start, ...args.map((arg, i) => `    ${arg}${i < args.length - 1 ? "," : end}`)];
}
