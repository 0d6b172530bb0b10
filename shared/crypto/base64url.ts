/**
 * The bytes of a base64url text. Undefined: it is not the text that encoding these bytes gives. Node also
 * decodes padding, other characters and stray last bits, so one token would have several valid texts.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}
