/** How many lines of a story are shown, from its end. */
const LINES = 40;

/** What happened to the objects with these ids, in words, from the lines of a trace. */
export function storyOf(trace: string, ids: readonly string[]): string[] {
  const known = ids.filter((id) => id !== "");
  const lines = trace.split("\n").filter((line) => known.some((id) => line.includes(id)));
  const shown = lines.flatMap(inWords);
  return [
    ...(shown.length > LINES ? [`(${shown.length - LINES} earlier lines are left out)`] : []),
    ...shown.slice(-LINES),
  ];
}

/** A line in words. Reads change nothing, so they are left out. */
export function inWords(line: string): string[] {
  const [, at = "", kind = "", rest = ""] = /^(\d+\.\d+) (\w+) (.*)$/s.exec(line) ?? [];
  const when = at === "" ? "" : new Date(Number(at)).toISOString().slice(5, 23).replace("T", " ");
  const said = (what: string) => [`${when}  ${what}`];
  if (kind === "request") return said(`asked: ${cut(rest, 160)}`);
  if (kind === "reply") return said(`answered: ${cut(rest, 160)}`);
  if (kind === "delivery") return said(`sent to port ${cut(rest, 120)}, which did ${rest.split(" ").at(-1)}`);
  if (kind === "crash") return said(`an environment of ${rest} ended`);
  if (kind !== "call") return [];
  const [, service = "", operation = ""] = /^(\w+)\.(\w+)/.exec(rest) ?? [];
  if (
    service.startsWith("DynamoDBStreams") ||
    /^(Get|Query|Scan|BatchGet|Receive|Delete(Message))/.test(operation)
  )
    return [];
  const items = [...rest.matchAll(/"pk":\{"S":"([^"]*)"\},"sk":\{"S":"([^"]*)"\}/g)].map(
    ([, pk, sk]) => `${pk} ${sk}`,
  );
  const status = /\[(\d{3}),/.exec(rest)?.[1] ?? (rest.endsWith(" cut") ? "the answer was lost" : "");
  const what = service.startsWith("DynamoDB")
    ? `wrote ${[...new Set(items)].slice(0, 6).join(", ")}`
    : `${operation} ${cut(rest.slice(rest.indexOf(" ") + 1), 120)}`;
  return said(`${what} (${status})`);
}

export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}...` : text;
