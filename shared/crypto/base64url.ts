/** Undefined: not what encoding these bytes gives. Node also decodes padding and stray bits. */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}
