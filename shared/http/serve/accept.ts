import { weightsOf } from "../../domain/text/language.ts";

/** By name, and at least as much as JSON (RFC 9110, 12.5.1). A wildcard asks for nothing in particular. */
export function prefers(accept: string, mediaType: string): boolean {
  const weights = weightsOf(accept);
  const weight = weights.get(mediaType) ?? 0;
  return weight > 0 && weight >= (weights.get("application/json") ?? 0);
}

export type Encoding = "br" | "gzip";

/** The encoding that the caller likes best of those it names (RFC 9110, 12.5.3). Undefined: plain bytes. */
export function encodingFor(acceptEncoding = ""): Encoding | undefined {
  const weights = weightsOf(acceptEncoding);
  const br = weights.get("br") ?? 0;
  const gzip = weights.get("gzip") ?? 0;
  if (br === 0 && gzip === 0) return undefined;
  return br >= gzip ? "br" : "gzip";
}
