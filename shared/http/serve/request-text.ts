import { invalid, Problem } from "../../contract/errors.ts";

/**
 * Refuses a name that an object has twice: readers differ in which value counts (RFC 8259, 4). Refuses a name
 * with a backslash before `JSON.parse` sees it: once Node 24 has read the name `\\`, it takes it for later
 * names with an escape, also in another company's body (nodejs/node#63785).
 */
export function parseJson(text: string): unknown {
  try {
    refuseNames(text);
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw invalidJson(`The body is ${text === "" ? "empty" : "not valid JSON"}. Send a JSON object.`);
  }
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidJson("The body is not UTF-8. Encode it as UTF-8.");
  }
}

const invalidJson = (message: string, param: string | null = null) =>
  new Problem("body_invalid_json", message, param);

/** A string, with the colon that makes it a name; or a brace. */
const TOKENS = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}]/g;

/** Also for a name that an object has twice, in any spelling: `\u0061` is `a`. */
function refuseNames(text: string): void {
  const open: Set<string>[] = [];
  for (const [token, written = "", colon] of text.matchAll(TOKENS)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    if (colon === undefined) continue;
    const name: string = written.includes("\\") ? JSON.parse(`"${written}"`) : written;
    const short = name.slice(0, 64).toWellFormed();
    if (name.includes("\\"))
      throw invalidJson(`The body has the name \`${short}\`. Use a name without a backslash.`, short);
    const names = open.at(-1);
    if (names?.has(name))
      throw invalidJson(`An object in the body has \`${short}\` more than once. Send it once.`, short);
    names?.add(name);
  }
}

/** The pairs of a query or a form. An escape that is not UTF-8 would silently read as another text. */
export function readPairs(text: string, of: "query" | "form"): [name: string, value: string][] {
  try {
    decodeURIComponent(text);
  } catch {
    throw invalid(
      `The ${of} has a \`%\` that begins no character of UTF-8. Encode it as UTF-8, and \`%\` as \`%25\`.`,
    );
  }
  return [...new URLSearchParams(text)];
}

export function givenTwice(name: string): Problem {
  const short = name.slice(0, 64).toWellFormed();
  return invalid(`\`${short}\` is given more than once. Send it once.`, short);
}
