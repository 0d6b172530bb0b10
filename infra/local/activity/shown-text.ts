export type ShownPath = { path: string; query: string };

/** A longer segment may be a token. An id is shown whole, since its route's parameter says what it is. */
const LONGEST_SEGMENT = 24;

/** A path without emails, tokens, query values and control characters. `route`: its template's segments. */
export function shownPath({ path, query }: ShownPath, route: string[] = []): string {
  const segments = path.split("/").slice(1);
  const shown = segments.map((segment, i) => shownSegment(segment, route[i]));
  return `/${shown.join("/")}${query === "" ? "" : "?…"}`;
}

function shownSegment(sent: string, template: string | undefined): string {
  const segment = decoded(sent);
  if (segment.includes("@")) return printable(maskedAddress(segment));
  const isId = template !== undefined && /^\{(\w+_)?id\}$/.test(template) && /^[\w-]{1,64}$/.test(segment);
  if (isId || segment.length <= LONGEST_SEGMENT) return printable(segment);
  return template?.startsWith("{") ? template : `${printable(segment.slice(0, 8))}…`;
}

/** `ana@example.com` as `a***@example.com`. */
export function maskedAddress(address: string): string {
  const [, first = "", domain = ""] = /<?([^<\s@])[^\s@]*@([\w.-]*)/.exec(address) ?? [];
  return `${first}***@${domain}`;
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Control characters could move the cursor or change colours, so they are written as `\x1b`. */
export const printable = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replace(
        /[\p{C}\p{Zl}\p{Zp}]/gu,
        (char) => `\\x${char.codePointAt(0)?.toString(16).padStart(2, "0")}`,
      );

function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
