/** A request of a key that has its reply, timed inside the service. */
export type EndedRequest = { request_id: string; status: number; ms: number };

/** A request of the sample. `status` and `ms` are known after the next request of the same environment. */
export type NotedRequest = {
  status?: number | undefined;
  ms?: number | undefined;
  at: string;
  method: string;
  route: string;
  request_id: string;
  key_ending?: string | undefined;
};

/** Counts of seconds take up to 504 bytes and a request up to 104: a fifth would exceed a write unit. */
const SLOTS = 4;

/** The first class ends at this. Each class ends at the root of two times the end of the class before. */
const FIRST_CLASS_MS = 8;
export const LATENCY_CLASSES = 21;

const classEnd = (index: number): number => FIRST_CLASS_MS * 2 ** (index / 2);

const latencyClass = (ms: number): number =>
  Math.min(LATENCY_CLASSES - 1, Math.max(0, Math.ceil(2 * Math.log2(Math.max(1, ms) / FIRST_CLASS_MS))));

type Begun = Pick<NotedRequest, "method" | "route" | "request_id" | "key_ending">;

/** What a minute's item also notes: the request in its slot, and how earlier ones ended. */
export function minuteNotes(now: Date, begun: Begun, ended: readonly EndedRequest[]) {
  const { method, route, request_id, key_ending = "-" } = begun;
  const last = ended.at(-1);
  const words = [now.toISOString().slice(17, 23), method, route, key_ending, request_id];
  const text = [...words, ...(last ? [last.request_id, last.status, last.ms] : [])].join(" ");
  return { set: { [`r${now.getTime() % SLOTS}`]: text }, add: countsOf(ended) };
}

function countsOf(ended: readonly EndedRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { ms } of ended) {
    const name = `l${latencyClass(ms)}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export const latencyNames = Array.from({ length: LATENCY_CLASSES }, (_, i) => `l${i}`);
export const slotNames = Array.from({ length: SLOTS }, (_, i) => `r${i}`);

export function notedRequests(items: readonly Readonly<Record<string, unknown>>[]): NotedRequest[] {
  const ended = new Map<string, Pick<EndedRequest, "status" | "ms">>();
  const begun = items.flatMap((item) =>
    slotNames.flatMap((slot) => {
      if (typeof item[slot] !== "string") return [];
      const [second, method = "", route = "", ending, request_id = "", last, status, ms] =
        item[slot].split(" ");
      if (last !== undefined) ended.set(last, { status: Number(status), ms: Number(ms) });
      const key_ending = ending === "-" ? undefined : ending;
      return [{ at: `${item.sk}:${second}Z`, method, route, request_id, key_ending }];
    }),
  );
  return begun
    .map((request) => ({ ...request, ...ended.get(request.request_id) }))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

/**
 * The time in milliseconds within which a share of requests ended, from their number in each class. It is
 * exact to the class, and even within it. Undefined: none has ended.
 *
 * @example
 * percentileOf([10], 0.5); // => 4
 */
export function percentileOf(latencies: readonly number[], share: number): number | undefined {
  const target = share * latencies.reduce((sum, n) => sum + n, 0);
  if (target === 0) return undefined;
  let below = 0;
  for (const [index, n] of latencies.entries()) {
    if (below + n >= target) {
      const from = index === 0 ? 0 : classEnd(index - 1);
      return from + ((classEnd(index) - from) * (target - below)) / n;
    }
    below += n;
  }
  return classEnd(latencies.length - 1);
}
