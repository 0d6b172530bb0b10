import type { EndedRequest } from "../../domain/account/request-notes.ts";
import { type Owner, ownerKey } from "../../domain/item/owner.ts";
import { remembered } from "../../store/table/remembered.ts";

/** An environment that answers one request at a time has one, or some after refusals. */
const KEPT_REQUESTS = 20;
/** An environment lives for less between two requests. */
const KEPT_MS = 60 * 60 * 1000;

/** The next request writes them with its count, as each write costs. */
const ended = remembered<readonly EndedRequest[]>(KEPT_MS, 1_000);

export function keepEnded(owner: Owner, requests: readonly EndedRequest[], now: Date): void {
  const known = ended.get(ownerKey(owner), now.getTime()) ?? [];
  ended.put(ownerKey(owner), [...known, ...requests].slice(-KEPT_REQUESTS), now.getTime());
}

export function takeEnded(owner: Owner, now: Date): readonly EndedRequest[] {
  const taken = ended.get(ownerKey(owner), now.getTime()) ?? [];
  ended.delete(ownerKey(owner));
  return taken;
}
