const MAX_SECONDS = 365 * 24 * 60 * 60;

/** `retry-after` in seconds, by the response's own `date`. Undefined: missing or malformed. */
export function retryAfter(
  { "retry-after": value = "", date = "" }: { "retry-after"?: string | undefined; date?: string | undefined },
  now: Date,
): number | undefined {
  if (/^\d{1,12}$/.test(value)) return Math.min(Number(value), MAX_SECONDS);
  if (!/^\w{3}, /.test(value)) return undefined;
  const from = Number.isNaN(Date.parse(date)) ? now.getTime() : Date.parse(date);
  const seconds = Math.ceil((Date.parse(value) - from) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), MAX_SECONDS);
}
