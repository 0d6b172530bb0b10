/** UTF-8 without control characters, at most `max` bytes, whole characters. An encoded body has none. */
export function excerptOf(body: Uint8Array, contentEncoding: string | undefined, max: number): string {
  if (contentEncoding && contentEncoding.toLowerCase() !== "identity") return "";
  // With `stream`, the decoder omits a character that the cut broke, and does not replace it.
  const text = new TextDecoder().decode(body.subarray(0, max), { stream: true }).replace(UNPRINTABLE, "");
  // A replacement character takes three bytes for one invalid byte, so the text may be too long again.
  const bytes = Buffer.from(text);
  return bytes.length <= max ? text : new TextDecoder().decode(bytes.subarray(0, max), { stream: true });
}

/** Control characters other than tab and line feed, and those that reverse the direction of text. */
const UNPRINTABLE = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Headers that help to find a fault, and hold no secret of the receiver. */
const SHOWN_HEADERS = [
  "content-type",
  "content-length",
  "date",
  "location",
  "retry-after",
  "server",
  "via",
  "www-authenticate",
  "allow",
  "x-request-id",
  "x-amzn-requestid",
  "x-cache",
  "cf-ray",
  "x-powered-by",
];
const MAX_OF_HEADER = 100;

/** Some of an answer's headers, one a line, as text that is safe to store and show. */
export const headersOf = (headers: Readonly<Record<string, unknown>>): string =>
  SHOWN_HEADERS.flatMap((name) => {
    const value = headers[name];
    if (typeof value !== "string") return [];
    return [`${name}: ${value.replace(UNPRINTABLE, "").slice(0, MAX_OF_HEADER)}`];
  }).join("\n");
