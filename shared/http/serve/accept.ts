/**
 * Whether the caller's Accept header asks for a media type by name, and likes it at least as much as JSON
 * (RFC 9110, 12.5.1). A wildcard asks for nothing in particular.
 */
export function prefers(accept: string, mediaType: string): boolean {
  const weights = new Map(
    accept
      .toLowerCase()
      .split(",")
      .map((range) => {
        const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
        const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
        return [type, q === undefined ? 1 : Number(q) || 0] as const;
      }),
  );
  const wanted = weights.get(mediaType) ?? 0;
  return wanted > 0 && wanted >= (weights.get("application/json") ?? 0);
}
