import { operations } from "../../shared/contract/service.ts";
import { takesDryRun } from "../../shared/contract/dry-run.ts";
import { pathCovers } from "../../shared/contract/operation.ts";
import type { Partner } from "../support/partner/platform.ts";
import type { Knobs } from "./knobs.ts";
import { must, Violation } from "./violation.ts";
import type { World } from "./world.ts";

/** Calls that store or send something. Other updates count the request, its failure and its key. */
const STORES = /\.(?:PutItem|DeleteItem|BatchWriteItem|TransactWriteItems|StartExecution)$|Send|send/;
const COUNTS = /"S":"(?:LIMIT|QUOTA|NETWORK|API_KEY|FAILURE)#/;
const writes = operations.filter(takesDryRun);

/** Finds what a dry run stores or sends. */
export class DryRuns {
  readonly #running = new Set<string>();
  count = 0;
  /** In words. */
  readonly stored: string[] = [];

  began(invocation: string, payload: string): void {
    if (!/"rawQueryString":"[^"]*\bdry_run=true/.test(payload)) return;
    this.#running.add(invocation);
    this.count++;
  }

  /** A cancelled transaction is what a dry run sends. */
  called(invocation: string, target: string, body: unknown, status: number): void {
    if (!this.#running.has(invocation) || status >= 300) return;
    const text = JSON.stringify(body);
    const isCount = target.endsWith(".UpdateItem") ? COUNTS.test(text) : !STORES.test(target);
    if (!isCount) this.stored.push(`${target} ${text}`);
  }

  ended = (invocation: string): boolean => this.#running.delete(invocation);
}

/** From now on, dry runs come before a company's writes: of the write, and of earlier ones, as they were. */
export function sendDryFirst(partner: Partner, { dryFirst }: Knobs, world: World): void {
  if (dryFirst === 0) return;
  const callOnce = partner.call.bind(partner);
  const sent: Parameters<Partner["call"]>[] = [];
  partner.call = async (path, call = {}) => {
    const method = call.method ?? "GET";
    const isWrite = writes.some((op) => op.method === method && pathCovers(op.path, path));
    for (let left = dryFirst; isWrite && world.chance(left); left--) {
      const [at, again] = (left < dryFirst && world.pick(sent)) || [path, call];
      const dry = await callOnce(`${at}?dry_run=true`, again).catch((error: Error) => {
        if (error instanceof Violation) throw error;
      });
      const isMarked = !dry || dry.status >= 300 || dry.headers["dry-run"] === "true";
      must(isMarked, "a dry run stores nothing", () => `${again?.method} ${at} got ${dry?.text}`);
    }
    if (isWrite) sent.push([path, call]);
    return callOnce(path, call);
  };
}
