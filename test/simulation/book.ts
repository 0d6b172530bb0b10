import type { Json, Reply } from "../../infra/local/test/support/http.ts";
import type { Partner } from "../support/partner/platform.ts";
import type { SimulatedCloud } from "./cloud.ts";
import type { Receiver } from "./receivers.ts";
import { must } from "./violation.ts";

/** What someone wants once, however often they ask. `reply`: the final one, once they have got it. */
export type Intention = { path: string; json: unknown; key: string; at: number; reply?: Reply };
export type Driver = { id: string; email: string; isDeleted: boolean };
/** `isSure`: the answer was heard, so it is logged. */
export type Drive = { driver: string; date: string; miles: number; isSure: boolean };
export type Endpoint = { id: string; since: number; receiver: Receiver; wasOff: boolean; rotations: number };

/** What an agent proposed, and what who decides about it heard, each of one call. */
export type Proposal = { id: string; intents: readonly string[]; replies: readonly (Reply | undefined)[] };

/** A list, and its rows so far, oldest first. */
export type Copy = { path: string; cursor: string; rows: Json[] };

/** A company, with everything that it knows. It checks each answer against that. */
export class Company {
  readonly partner: Partner;
  /** In live mode, the cents that it paid in, and its drivers' account numbers as it gave them, by driver. */
  credited = 0;
  readonly numbers = new Map<string, string>();
  readonly drivers: Driver[] = [];
  /** By the id in the metadata of the payout that it makes. */
  readonly intentions = new Map<string, Intention>();
  readonly endpoints: Endpoint[] = [];
  readonly drives: Drive[] = [];
  readonly proposals: Proposal[] = [];
  /** What its follower has copied, by list. */
  readonly copies = new Map<string, Copy>();

  constructor(partner: Partner) {
    this.partner = partner;
  }
}

/** A reply says that nothing is known of the request, or that it can be made again. */
const isOpen = ({ status, json }: Reply): boolean =>
  status >= 500 || status === 429 || json?.error?.code === "idempotency_request_in_progress";

/**
 * Makes a request until it has a final answer, as a client library does. Undefined: it gave up. A reply that
 * the client does not hear is a reply all the same.
 */
export async function insist(
  cloud: SimulatedCloud,
  ask: () => Promise<Reply>,
  deaf: number,
  tries = 6,
): Promise<Reply | undefined> {
  for (let i = 0; i < tries; i++) {
    const reply = await ask();
    const isHeard = !cloud.world.chance(deaf);
    if (isHeard && !isOpen(reply)) return reply;
    const seconds = Number(reply.headers["retry-after"] ?? 0);
    await cloud.world.sleep(Math.max(seconds * 1_000, 2 ** i * 500 * cloud.world.between(0.5, 1)));
  }
  return undefined;
}

/** Both bodies are the same, byte by byte. */
export function mustRepeat(first: Reply, again: Reply, what: string, ...ids: string[]): void {
  must(
    first.status === again.status && first.text === again.text,
    "a repeated request gets the first answer",
    () => `${what} got ${first.status} ${first.text}, and then ${again.status} ${again.text}`,
    ...ids,
  );
}

/** All pages of a list. */
export async function listAll(partner: Partner, path: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let cursor = ""; ; ) {
    const page = await partner.read(`${path}${path.includes("?") ? "&" : "?"}limit=100${cursor}`);
    rows.push(...page.data);
    if (!page.has_more) return rows;
    cursor = `&starting_after=${cursorOf(page.data.at(-1))}`;
  }
}

export const cursorOf = (row: Json | undefined): string | undefined => row?.id ?? row?.date ?? row?.platform;

/** The service may fail while it is at fault. */
export async function untilItWorks<T>(cloud: SimulatedCloud, act: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i++) {
    try {
      return await act();
    } catch (error) {
      if ((error as Error).name === "Violation" || i === 200) throw error;
      await cloud.world.sleep(10_000);
    }
  }
}
