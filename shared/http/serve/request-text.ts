import { invalid, Problem } from "../../contract/errors.ts";
import { MAX_DEPTH, MAX_FIELDS } from "../../contract/operation.ts";

/**
 * Refuses a name that an object has twice: readers differ in which value counts (RFC 8259, 4). Refuses a name
 * with a backslash before `JSON.parse` sees it: once Node 24 has read the name `\\`, it takes it for later
 * names with an escape, also in another company's body (nodejs/node#63785). A number is the nearest double
 * (RFC 8259, 6), as callers' own libraries have it: 99.99999999999999999 is 100.
 */
export function parseJson(text: string): unknown {
  try {
    refuseShape(text);
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

/**
 * Reads the text once, so its time is linear in the length, and reads it as `JSON.parse` does up to the first
 * fault. No regular expression: each that finds strings begins anew at the quotes of one that has no end.
 */
function refuseShape(text: string): void {
  /** The names of each open object, and undefined for an open array. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      if (isName) addName(text.slice(at, end), open.at(-1));
      isName = false;
      at = end - 1;
    } else if (char === "{" || char === "[") {
      isName = char === "{";
      if (open.push(isName ? new Set() : undefined) > MAX_DEPTH)
        throw invalidJson(`The body has more than ${MAX_DEPTH} levels of objects and lists. Send fewer.`);
    } else if (char === "}" || char === "]") open.pop();
    else if (char === ",") isName = open.at(-1) !== undefined;
  }
}

/** The index after the quote that ends a string, or the text's length. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

/** Also refuses a name that the object has in another spelling: `\u0061` is `a`. */
function addName(written: string, names: Set<string> | undefined): void {
  const name: string = written.includes("\\") ? JSON.parse(written) : written.slice(1, -1);
  const short = name.slice(0, 64).toWellFormed();
  if (name.includes("\\"))
    throw invalidJson(`The body has the name \`${short}\`. Use a name without a backslash.`, short);
  if (names?.has(name))
    throw invalidJson(`An object in the body has \`${short}\` more than once. Send it once.`, short);
  names?.add(name);
}

/** The pairs of a query or a form. An escape that is not UTF-8 would silently read as another text. */
export function readPairs(text: string, of: "query" | "form"): [name: string, value: string][] {
  if (text.split("&", MAX_FIELDS + 1).length > MAX_FIELDS)
    throw invalid(`The ${of} has more than ${MAX_FIELDS} fields. Send fewer.`);
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
