import type { Operation } from "../../../shared/contract/operation.ts";

const MILLION = 1_000_000;

/**
 * AWS's list prices of us-east-1 in US dollars, without the free tier, as of November 2026
 * (aws.amazon.com/SERVICE/pricing): HTTP APIs, Lambda arm64, DynamoDB on demand, Step Functions standard,
 * CloudWatch logs, EC2 traffic.
 */
const prices = {
  apiRequest: 1 / MILLION,
  invocation: 0.2 / MILLION,
  gigabyteSecond: 13.3334 / MILLION,
  writeUnit: 0.625 / MILLION,
  readUnit: 0.125 / MILLION,
  transition: 25 / MILLION,
  queueRequest: 0.4 / MILLION,
  email: 100 / MILLION,
  loggedByte: 0.5 / 1024 ** 3,
  sentByte: 0.09 / 1024 ** 3,
} as const;

/** Of a warm function. `npm run bench` prints the measured times, which are shorter. */
const OWN_MS = 4;
const CALL_MS = 8;
/** A refusal reads nothing. Lambda bills each millisecond begun. */
const REFUSED_MS = 1;
const HEADER_BYTES = 1_000;
/** The function's line and the gateway's. */
const LOG_BYTES = 800;

export type Used = { calls: number; writeUnits: number; readUnits: number; bytes: number };

export const priceWithoutBytes = ({ calls, writeUnits, readUnits }: Omit<Used, "bytes">, memoryMb: number) =>
  prices.apiRequest +
  invocationPrice(OWN_MS + CALL_MS * calls, memoryMb) +
  writeUnits * prices.writeUnit +
  readUnits * prices.readUnit +
  LOG_BYTES * prices.loggedByte;

export const bytesPrice = (bytes: number): number => (bytes + HEADER_BYTES) * prices.sentByte;

export const priceOf = (used: Used, memoryMb: number): number =>
  priceWithoutBytes(used, memoryMb) + bytesPrice(used.bytes);

/** The price of a request above a limit: the gateway, a short invocation, two log lines, a small reply. */
export const refusedPrice = (memoryMb: number, bytes = 500): number =>
  prices.apiRequest +
  invocationPrice(REFUSED_MS, memoryMb) +
  LOG_BYTES * prices.loggedByte +
  bytesPrice(bytes);

export const invocationPrice = (milliseconds: number, memoryMb: number) =>
  prices.invocation + (milliseconds / 1_000) * (memoryMb / 1024) * prices.gigabyteSecond;

/**
 * `JSON.parse` of a usual body of 64 KiB: 0.2 ms on a full processor, and 1,024 MB are 0.58 of one. It is the
 * unit of the work that a body causes.
 */
const PARSING_MS = 0.4;

/** What a body adds to the price of its request, for any answer. `work`: in units of the above. */
export const bodyPrice = (work: number, memoryMb: number): number =>
  invocationPrice(work * PARSING_MS, memoryMb) - prices.invocation;

/** The most entries of a result page. */
const LONGEST_LIST = 100;

export function usedBy({ budget, replies }: Operation): Used {
  const sizes = Object.values(replies).map(({ example }) => {
    const { object } = (example ?? {}) as { object?: unknown };
    return JSON.stringify(example).length * (object === "list" ? LONGEST_LIST : 1);
  });
  return { ...budget, bytes: Math.max(...sizes) };
}

/** The units of a whole flow, with all work that its request starts. `COSTS.md` prints them. */
export const flows = {
  sandboxSignup: {
    requests: 1,
    invocations: 5,
    writes: 9,
    reads: 2,
    transitions: 4,
    queue: 3,
    emails: 0,
    logs: 6,
  },
  liveSignup: {
    requests: 4,
    invocations: 8,
    writes: 29,
    reads: 9,
    transitions: 0,
    queue: 6,
    emails: 2,
    logs: 13,
  },
  payout: {
    requests: 1,
    invocations: 8,
    writes: 39,
    reads: 7,
    transitions: 0,
    queue: 14,
    emails: 0,
    logs: 10,
  },
} as const;

/** How many of a payout's write units are those of an index. Its quota and that of the table are apart. */
export const payoutIndexUnits = { by_driver: 2, by_status: 3, by_due: 4 } as const;

export const flowPrices = {
  requests: prices.apiRequest,
  invocations: invocationPrice(30, 1024),
  writes: prices.writeUnit,
  reads: prices.readUnit,
  transitions: prices.transition,
  queue: prices.queueRequest,
  emails: prices.email,
  logs: 1024 * prices.loggedByte,
} as const;

export const flowPrice = (flow: keyof typeof flows): number =>
  Object.entries(flows[flow]).reduce(
    (sum, [unit, count]) => sum + count * flowPrices[unit as keyof typeof flowPrices],
    0,
  );
