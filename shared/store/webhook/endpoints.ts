import type { Owner } from "../../domain/item/owner.ts";
import { differences } from "../../domain/item/patch.ts";
import { MAX_ENDPOINTS, WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import { STORED_FOR_SECONDS } from "../event/events.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { type Decided, writeDecided } from "../table/decided.ts";
import { absent, below, either, exists, startsWith } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { newest } from "../table/pages.ts";
import { findAs, query } from "../table/reads.ts";
import { transact, ttlAt, type Write } from "../table/table.ts";
import { change, put, putNew, remove } from "../table/writes.ts";

export async function putEndpoint(
  owner: Owner,
  endpoint: WebhookEndpoint,
  memory: Write | undefined,
): Promise<boolean> {
  const conflict = await transactOnce(
    { endpoint: putNew({ ...keys.webhook(owner, endpoint.id), ...endpoint }), count: countOneMore(owner) },
    memory,
  );
  // An endpoint that exists is this one, from an attempt whose answer was lost: ids are unique.
  return conflict === undefined || conflict.found.endpoint !== undefined;
}

/** Its id stays as long as its deliveries: a timeline finds these by the endpoint's id. */
export async function deleteEndpoint(owner: Owner, id: string, now: Date): Promise<boolean> {
  const conflict = await transact([
    remove(keys.webhook(owner, id), { when: exists }),
    countOneLess(owner),
    put({ ...keys.deletedWebhook(owner, id), ttl: ttlAt(now, STORED_FOR_SECONDS) }),
  ]);
  return conflict === undefined;
}

const ENDPOINT = "wh_";
const DELETED = "deleted#";

/** More than an account deletes in 30 days, unless a program does it. */
const MAX_DELETED = 48;

/** The ids of the endpoints, also of those that were deleted in the last 30 days: the newest of them. */
export async function listEndpointIds(owner: Owner): Promise<string[]> {
  const [current, { data }] = await Promise.all([
    listEndpoints(owner),
    newest({ partition: partitionOf("webhook", owner), from: DELETED, to: `${DELETED}~` }, MAX_DELETED),
  ]);
  return [...current.map(({ id }) => id), ...data.map(({ sk }) => String(sk).slice(DELETED.length))];
}

/** Every transaction that adds or deletes one writes this item, so the limit holds under races. */
const countOneMore = (owner: Owner): Write =>
  change(countKey(owner), {
    add: { endpoints: 1 },
    when: either({ endpoints: absent }, { endpoints: below(MAX_ENDPOINTS) }),
  });

const countOneLess = (owner: Owner): Write => change(countKey(owner), { add: { endpoints: -1 } });

const countKey = (owner: Owner) => keys.count(owner, "webhooks", "all");

export const findEndpoint = (owner: Owner, id: string): Promise<WebhookEndpoint | undefined> =>
  findAs(keys.webhook(owner, id), WebhookEndpoint);

/** All endpoints, newest first. They are few enough for one call. */
export async function listEndpoints(owner: Owner): Promise<WebhookEndpoint[]> {
  const key = { pk: partitionOf("webhook", owner), sk: startsWith(ENDPOINT) };
  const { Items = [] } = await query({ key, ConsistentRead: true, ScanIndexForward: false });
  return Items.map((item) => WebhookEndpoint.parse(item));
}

export const moveEndpoint = <Answer>(
  owner: Owner,
  endpoint: WebhookEndpoint,
  decide: (endpoint: WebhookEndpoint) => Decided<WebhookEndpoint, Answer>,
): Promise<Answer | undefined> =>
  writeDecided(endpoint, decide, {
    writes: (before, after) => ({ item: updated(owner, before, after) }),
    parse: (item) => WebhookEndpoint.parse(item),
    onlyIfChanged: true,
  });

/** The condition is the status and the secrets as they were read. A delivery can still count its failure. */
function updated(owner: Owner, before: WebhookEndpoint, after: WebhookEndpoint): Write {
  const removed = Object.fromEntries(Object.keys(before).map((field) => [field, undefined]));
  const set = differences<WebhookEndpoint>(before, { ...removed, ...after });
  const { status, secrets } = before;
  return change(keys.webhook(owner, before.id), { set, when: { status, secrets }, found: true });
}
