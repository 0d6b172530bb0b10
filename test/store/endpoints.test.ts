import { beforeEach, expect, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/owner.ts";
import { rotateSecret } from "../../shared/domain/webhook/rotate-secret.ts";
import {
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
const created_at = now.toISOString();
let owner: Owner;
let accounts = 0;
beforeEach(() => {
  owner = { account_id: `acct_${++accounts}`, mode: "live" };
});

const newEndpoint = (id = endpointId(now)): WebhookEndpoint =>
  createEndpoint(owner, { url: "https://hooks.example.com/", events: ["*"] }, id, {
    sealed: "first",
    created_at,
  });
async function registered(): Promise<WebhookEndpoint> {
  const endpoint = newEndpoint();
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
  const [one] = await store.listEndpoints(owner);
  expect(await store.deleteEndpoint(owner, one?.id ?? "", new Date())).toBe(true);
  expect(await store.deleteEndpoint(owner, one?.id ?? "", new Date())).toBe(false);
  expect(await store.putEndpoint(owner, newEndpoint(), undefined)).toBe(true);
  expect(await store.putEndpoint(owner, newEndpoint(), undefined)).toBe(false);
  owner = { ...owner, mode: "test" };
  expect(await store.putEndpoint(owner, newEndpoint(), undefined)).toBe(true);
});

test("a repeated write whose answer was lost counts one endpoint", async () => {
  const endpoint = await registered();
  expect(await store.putEndpoint(owner, endpoint, undefined)).toBe(true);
  expect(await store.listEndpoints(owner)).toEqual([endpoint]);
});

test("simultaneous changes of other fields are kept", async () => {
  const read = await registered();
  await Promise.all([patch(read, { events: ["driver.created"] }), patch(read, { description: "Books" })]);
  expect(await find(read)).toEqual({ ...read, events: ["driver.created"], description: "Books" });
});

test("a change of an endpoint that was disabled meanwhile is decided again", async () => {
  const read = await registered();
  await patch(read, { status: "disabled" });
  const on = await patch(read, { status: "active" });
  expect([on, await find(read)]).toEqual([read, read]);
  await patch(read, { status: "disabled" });
  const named = await patch(read, { description: "Books" });
  expect(named).toMatchObject({ status: "disabled", disabled: { reason: "partner" } });
  expect(await find(read)).toEqual(named);
});

test("two simultaneous rotations lose no secret", async () => {
  const read = await registered();
  const rotated = ["second", "third"].map((sealed) =>
    change(read, (endpoint) => rotateSecret(endpoint, { sealed, created_at }, 60)),
  );
  await Promise.all(rotated);
  const { secrets } = (await find(read)) as WebhookEndpoint;
  expect(secrets.map(({ sealed }) => sealed).sort()).toEqual(["first", "second", "third"]);
});

test("a new URL ends the streak of failures", async () => {
  const failing = { ...newEndpoint(), failures: { since: created_at, count: 9 } };
  await store.putEndpoint(owner, failing, undefined);
  expect(await patch(failing, { url: failing.url })).toEqual(failing);
  const moved = await patch(failing, { url: "https://other.example.com/" });
  expect(moved).not.toHaveProperty("failures");
  expect(await find(failing)).toEqual(moved);
});

test("a deleted endpoint is not changed", async () => {
  expect(await patch(newEndpoint(), { description: "Books" })).toBeUndefined();
  expect(await store.listEndpoints(owner)).toEqual([]);
});
