/** As X-Ray writes it. The function's logger and SDK read it from the environment. */
export const traceOf = (requestId: string): string => {
  const digits = requestId.replaceAll("-", "");
  return `Root=1-${digits.slice(0, 8)}-${digits.slice(8)};Sampled=0`;
};

export function requestIdOf(text: string): string | undefined {
  const [, first, rest = ""] = /\b1-([0-9a-f]{8})-([0-9a-f]{24})\b/.exec(text) ?? [];
  if (first === undefined) return undefined;
  return [first, rest.slice(0, 4), rest.slice(4, 8), rest.slice(8, 12), rest.slice(12)].join("-");
}
