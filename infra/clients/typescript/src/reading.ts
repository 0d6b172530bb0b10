import { AbortError, ConnectionError, type NetworkError, TimeoutError } from "./failures.ts";
import type { RequestPlan } from "./options.ts";

/** The bytes of a body, and no more than one beyond the limit. */
export async function readBytes({ body }: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  while (reader && length <= limit) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    chunks.push(value);
  }
  if (length > limit) await reader?.cancel();
  const [only] = chunks;
  return only && chunks.length === 1 ? only : new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON.parse rounds whole numbers beyond these, such as an amount, and reads 1e400 as Infinity. */
const isExact = (value: unknown): boolean =>
  typeof value === "number"
    ? Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    : typeof value !== "object" || value === null || Object.values(value).every(isExact);

/** The reply that a body is: an object that is not empty, and no error. */
export function objectIn(bytes: Uint8Array, { isList }: RequestPlan): object | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = JSON.parse(text);
    if (!isObject(value) || Object.keys(value).length === 0 || "error" in value) return undefined;
    if (/\d{16}|\d[eE][+\d]/.test(text) && !isExact(value)) return undefined;
    return !isList || (value as { data: unknown[] }).data.every(isObject) ? value : undefined;
  } catch {
    return undefined;
  }
}

const REASONS: [RegExp, string][] = [
  [/ENOTFOUND|EAI_AGAIN/, "the host name was not found"],
  [/ECONNREFUSED/, "the connection was refused"],
  [/CERT|ERR_TLS|ERR_SSL|EPROTO|SELF_SIGNED|ISSUER/, "TLS failed"],
];

export function networkError(call: string, ended: string, ms: number, cause: unknown): NetworkError {
  if (ended === "canceled") return new AbortError(`${call}: the call was canceled`, { cause });
  if (ended === "late")
    return new TimeoutError(`${call}: no response within ${Math.round(ms)} ms`, { cause });
  // fetch hides the reason in the cause of its error.
  const { code = "", message = "" } = (cause as { cause?: { code?: string; message?: string } }).cause ?? {};
  const why = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? "the connection broke";
  const detail = [code, message].filter((each) => typeof each === "string" && each !== "").join(" ");
  return new ConnectionError(`${call}: ${why}${detail && ` (${detail})`}`, { cause });
}

/** The header has seconds, or a date with a weekday first. `Date.parse` would read -99999 as a year. */
export function retryAfterMs(header: string): number {
  const value = header.trim();
  const isDate = /^[A-Z]/i.test(value);
  const isSeconds = /^\d+(\.\d+)?$/.test(value);
  const ms = isDate ? Date.parse(value) - Date.now() : isSeconds ? Number(value) * 1_000 : 0;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
