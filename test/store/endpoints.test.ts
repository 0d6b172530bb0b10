import { beforeEach, expect, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { rotateSecret } from "../../shared/domain/webhook/rotate-secret.ts";
import {
  type EndpointChange,
  endpointId,
  MAX_ENDPOINTS,
  type WebhookEndpoint,
} from "../../shared/domain/webhook/webhook-endpoint.ts";
import {
  createEndpoint,
  type EndpointPatch,
  patchEndpoint,
} from "../../shared/domain/webhook/webhook-request.ts";
import { store } from "./store.ts";

const now = new Date("2126-03-01T00:00:00.000Z");
const at = now.toISOString();
let owner: Owner;
let accounts = 0;
beforeEach(() => {
  owner = { account_id: `acct_${++accounts}`, mode: "live" };
});

const newEndpoint = (id = endpointId(now)): WebhookEndpoint =>
  createEndpoint(owner, { url: "https://hooks.example.com/", events: ["*"] }, id, {
    sealed: "first",
    created_at: at,
  });
async function registered(more: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> {
  const endpoint = { ...newEndpoint(), ...more };
  expect(await store.putEndpoint(owner, endpoint, undefined)).toBe(true);
  return endpoint;
}
const find = ({ id }: WebhookEndpoint) => store.findEndpoint(owner, id);
const change = (read: WebhookEndpoint, decide: (endpoint: WebhookEndpoint) => WebhookEndpoint) =>
  store.moveEndpoint(owner, read, (endpoint) => {
    const after = decide(endpoint);
    return { after, answer: after };
  });
const patch = (read: WebhookEndpoint, fields: EndpointPatch) =>
  change(read, (endpoint) => patchEndpoint(endpoint, fields, now));

test("each mode has at most sixteen, and a deletion makes room for one", async () => {
  const kept = await Promise.all(
    Array.from({ length: 20 }, () => store.putEndpoint(owner, newEndpoint(), undefined)),
  );
  expect(kept.filter(Boolean)).toHaveLength(MAX_ENDPOINTS);
  const [endpoint] = await store.listEndpoints(owner);
  expect(await store.deleteEndpoint(owner, endpoint?.id ?? "", new Date())).toBe(true);
  expect(await store.deleteEndpoint(owner, endpoint?.id ?? "", new Date())).toBe(false);
  expect(await store.putEndpoint(owner, newEndpoint(), undefined)).toBe(true);
  expect(await store.putEndpoint(owner, newEndpoint(), undefined)).toBe(false);
  owner = { ...owner, mode: "test" };
  expect(await store.putEndpoint(owner, newEndpoint(), undefined)).toBe(true);
});

test("a repeated write whose answer was lost counts one endpoint", async () => {
  const endpoint = await registered();
  expect(await store.putEndpoint(owner, endpoint, undefined)).toBe(true);
  expect(await store.listEndpoints(owner)).toEqual([endpoint]);
  const more = Array.from({ length: MAX_ENDPOINTS }, () =>
    store.putEndpoint(owner, newEndpoint(), undefined),
  );
  expect((await Promise.all(more)).filter(Boolean)).toHaveLength(MAX_ENDPOINTS - 1);
});

test.each([
  [
    "whose failures another attempt has begun to count",
    {},
    { since: at, count: 3, hour: { at, count: 0 } },
    4,
  ],
  [
    "that another attempt has reached",
    { failures: { since: at, count: 3, hour: { at, count: 0 } } },
    undefined,
    1,
  ],
])("a failure of an endpoint %s adds to what is stored now", async (_, read, failures, count) => {
  const endpoint = await registered(failures && { failures });
  const fails = { change: "failed", at } as const;
  await store.moveEndpointHealth(
    { ...endpoint, failures: undefined, ...read },
    fails as never,
    undefined,
    now,
  );
  expect((await find(endpoint))?.failures).toMatchObject({ count });
});

test("of two attempts that fail at once, one reports it to others", async () => {
  const failures = { since: at, count: 3, hour: { at, count: 0 } };
  const endpoint = await registered({ failures });
  const alert = { change: "alerted", at, since: at, failed: { event_id: "evt_1", reason: "500" } } as never;
  await store.moveEndpointHealth(endpoint, alert, undefined, now);
  const later = {
    change: "alerted",
    at: new Date(now.getTime() + 1).toISOString(),
    since: at,
    failed: { event_id: "evt_1", reason: "500" },
  } as never;
  await store.moveEndpointHealth(endpoint, later, undefined, now);
  expect((await find(endpoint))?.alert).toEqual({ at, number: 1 });
});

test("a change of an endpoint that was disabled meanwhile is decided again", async () => {
  const read = await registered();
  await patch(read, { status: "disabled" });
  const on = await patch(read, { status: "active", description: "Pay" });
  expect([on, await find(read)]).toEqual(Array(2).fill({ ...read, description: "Pay" }));
  await patch(read, { status: "disabled" });
  const named = await patch(read, { description: "Books" });
  expect(named).toMatchObject({ status: "disabled", disabled: { reason: "partner" } });
  expect(await find(read)).toEqual(named);
});

test("two simultaneous rotations lose no secret", async () => {
  const read = await registered();
  const rotated = ["second", "third"].map((sealed) =>
    change(read, (endpoint) => rotateSecret(endpoint, { sealed, created_at: at }, 60)),
  );
  await Promise.all(rotated);
  const { secrets } = (await find(read)) as WebhookEndpoint;
  expect(secrets.map(({ sealed }) => sealed).sort()).toEqual(["first", "second", "third"]);
});

test("a new URL ends the streak of failures", async () => {
  const failing = await registered({ failures: { since: at, count: 9 } });
  expect(await patch(failing, { url: failing.url })).toEqual(failing);
  const moved = await patch(failing, { url: "https://other.example.com/" });
  expect(moved).not.toHaveProperty("failures");
  expect(await find(failing)).toEqual(moved);
});

test("a deleted endpoint is not changed", async () => {
  expect(await patch(newEndpoint(), { description: "Books" })).toBeUndefined();
  expect(await store.listEndpoints(owner)).toEqual([]);
});

const since = "2126-02-20T00:00:00.000Z";
const changes: EndpointChange[] = [
  { change: "failed", at },
  { change: "paced", slow: true },
  { change: "paced", slow: false },
  { change: "recovered" },
  { change: "alerted", at, since, failed: { event_id: "evt_1", reason: "refused" } },
  { change: "warned", at, since },
  { change: "disabled", at, reason: "failing", since },
  { change: "disabled", at, reason: "gone" },
];
const states: Partial<WebhookEndpoint>[] = [
  {},
  { failures: { since, count: 9 } },
  { failures: { since, count: 9, warned_at: since } },
  { failures: { since: at, count: 1 } },
  { failures: { since, count: 9 }, status: "disabled", disabled: { at: since, reason: "gone" } },
];

/** A warning and a disabling apply to the streak they were decided on; nothing applies to a disabled one. */
function changed(endpoint: WebhookEndpoint, change: EndpointChange): WebhookEndpoint {
  const { failures, slow, ...rest } = endpoint;
  if (rest.status === "disabled") return endpoint;
  if ("since" in change && change.since !== failures?.since) return endpoint;
  switch (change.change) {
    case "recovered":
      return { ...rest, slow };
    case "failed":
      return {
        ...endpoint,
        failures: {
          since: at,
          ...(failures ?? { hour: { at, count: 0 } }),
          count: (failures?.count ?? 0) + 1,
        },
      };
    case "paced":
      return { ...rest, ...(failures && { failures }), ...(change.slow && { slow: true }) };
    case "alerted":
      return { ...endpoint, alert: { at, number: 1 } };
    case "warned":
      return { ...endpoint, ...(failures && { failures: { warned_at: at, ...failures } }) };
    case "disabled":
      return { ...endpoint, status: "disabled", disabled: { at, reason: change.reason } };
  }
}

test.each(changes)("a change applies only to the state that it was decided on: %j", async (change) => {
  for (const state of states) {
    const endpoint = await registered({ slow: true, ...state });
    await store.moveEndpointHealth(endpoint, change, undefined, now);
    expect(await find(endpoint)).toEqual(changed(endpoint, change));
  }
});

test.each(changes)("a change for the old URL is not written: %j", async (change) => {
  const called = await registered({ failures: { since, count: 9 } });
  await patch(called, { url: "https://other.example.com/" });
  // The next change is for the receiver at the new URL.
  const moved = (await find(called)) as WebhookEndpoint;
  await store.moveEndpointHealth(moved, { change: "failed", at: since }, undefined, now);
  const before = (await find(called)) as WebhookEndpoint;
  await store.moveEndpointHealth(called, change, undefined, now);
  expect(await find(called)).toEqual(before);
});
