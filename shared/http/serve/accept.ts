import { weightsOf } from "../../domain/language.ts";

/** By name, and at least as much as JSON (RFC 9110, 12.5.1). A wildcard asks for nothing in particular. */
export function prefers(accept: string, mediaType: string): boolean {
  const weights = weightsOf(accept);
  const wanted = weights.get(mediaType) ?? 0;
  return wanted > 0 && wanted >= (weights.get("application/json") ?? 0);
}

export type Encoding = "br" | "gzip";

/** The encoding that the caller likes best of those it names (RFC 9110, 12.5.3). Undefined: plain bytes. */
export function encodingFor(acceptEncoding = ""): Encoding | undefined {
  const weights = weightsOf(acceptEncoding);
  const [br, gzip] = [weights.get("br") ?? 0, weights.get("gzip") ?? 0];
  if (br === 0 && gzip === 0) return undefined;
  return br >= gzip ? "br" : "gzip";
}
