/**
 * The start of an answer, as text that is safe to store and to show: UTF-8, without control characters, at most `max`
 * bytes and no broken character at the end. Nothing is decompressed, so what is encoded has no excerpt.
 */
export function excerptOf(body: Uint8Array, contentEncoding: string | undefined, max: number): string {
  if (contentEncoding && contentEncoding.toLowerCase() !== "identity") return "";
  // With `stream`, a character that the cut went through is held back instead of replaced.
  const text = new TextDecoder().decode(body.subarray(0, max), { stream: true }).replace(UNPRINTABLE, "");
  // Replacement characters take three bytes where one stood.
  const bytes = Buffer.from(text);
  return bytes.length <= max ? text : new TextDecoder().decode(bytes.subarray(0, max), { stream: true });
}

/** Controls other than tab and line feed, and what turns the direction of text around it. */
const UNPRINTABLE = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;
