import { StartupFailure } from "../base/failure.ts";

type Line = Record<string, unknown>;
export type LogFilter = (line: Line) => boolean;

const TERM = /^\$\.(\w+)\s*(=|!=)\s*(?:"([^"]*)"|(\d+))$/;

/**
 * Terms such as `$.status = "5*"` between `&&`, or groups between `||`; any other form fails the start. A
 * line without the field matches no term, not even `!=`: a filter that counts too little is the one that
 * stays silent.
 */
export function logFilterOf(pattern: string, id: string): LogFilter {
  const inner = /^\{(.*)\}$/.exec(pattern.trim())?.[1];
  const refuse = (what: string): never => {
    throw new StartupFailure(
      `The local cloud cannot run the metric filter ${id}: it does not know the pattern ${what}.`,
    );
  };
  if (inner === undefined) return refuse(pattern);
  const groups = inner.split("||").map((group) =>
    group
      .trim()
      .replace(/^\((.*)\)$/, "$1")
      .split("&&")
      .map((term) => termOf(term.trim()) ?? refuse(term.trim())),
  );
  return (line) => groups.some((terms) => terms.every((term) => term(line)));
}

function termOf(term: string): LogFilter | undefined {
  const [, field = "", operator, text, number] = TERM.exec(term) ?? [];
  if (operator === undefined) return undefined;
  const wanted = text ?? String(number);
  const like = new RegExp(`^${wanted.split("*").map(escaped).join(".*")}$`);
  return (line) => line[field] !== undefined && like.test(String(line[field])) === (operator === "=");
}

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
