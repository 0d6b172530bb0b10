/**
 * The trace id of an invocation, as X-Ray writes it: its digits are those of the request id. As on AWS, the
 * function's logger and SDK read it from the environment, so their lines and calls name the request.
 */
export const traceOf = (requestId: string): string => {
  const digits = requestId.replaceAll("-", "");
  return `Root=1-${digits.slice(0, 8)}-${digits.slice(8)};Sampled=0`;
};

/** The request id in the trace id of a log line or a call's header. */
export function requestIdOf(text: string): string | undefined {
  const [, first, rest = ""] = /\b1-([0-9a-f]{8})-([0-9a-f]{24})\b/.exec(text) ?? [];
  if (first === undefined) return undefined;
  return [first, rest.slice(0, 4), rest.slice(4, 8), rest.slice(8, 12), rest.slice(12)].join("-");
}
