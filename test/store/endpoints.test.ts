import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/owner.ts";
import {
  endpointId,
  MAX_ENDPOINTS,
  rotateSecret,
  type WebhookEndpoint,
} from "../../shared/domain/webhook/webhook-endpoint.ts";
import {
  createEndpoint,
  type EndpointPatch,
  patchEndpoint,
} from "../../shared/domain/webhook/webhook-request.ts";
import { startEngine } from "../support/cloud/engine.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let endpoints: typeof import("../../shared/store/webhook/endpoints.ts");
beforeAll(async () => {
  engine = await startEngine();
  endpoints = await import("../../shared/store/webhook/endpoints.ts");
});
afterAll(() => engine.stop());

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
  expect(await endpoints.putEndpoint(owner, endpoint, undefined)).toBe(true);
  return endpoint;
}
const find = ({ id }: WebhookEndpoint) => endpoints.findEndpoint(owner, id);
const change = (read: WebhookEndpoint, decide: (endpoint: WebhookEndpoint) => WebhookEndpoint) =>
  endpoints.moveEndpoint(owner, read, (endpoint) => {
    const after = decide(endpoint);
    return { after, answer: after };
  });
const patch = (read: WebhookEndpoint, fields: EndpointPatch) =>
  change(read, (endpoint) => patchEndpoint(endpoint, fields, now));

describe("endpoints", () => {
  test("are sixteen at most, in each mode, and a deleted one makes room for one", async () => {
    const kept = await Promise.all(
      Array.from({ length: 20 }, () => endpoints.putEndpoint(owner, newEndpoint(), undefined)),
    );
    expect(kept.filter(Boolean)).toHaveLength(MAX_ENDPOINTS);
    const [one] = await endpoints.listEndpoints(owner);
    expect(await endpoints.deleteEndpoint(owner, one?.id ?? "")).toBe(true);
    expect(await endpoints.deleteEndpoint(owner, one?.id ?? "")).toBe(false);
    expect(await endpoints.putEndpoint(owner, newEndpoint(), undefined)).toBe(true);
    expect(await endpoints.putEndpoint(owner, newEndpoint(), undefined)).toBe(false);
    owner = { ...owner, mode: "test" };
    expect(await endpoints.putEndpoint(owner, newEndpoint(), undefined)).toBe(true);
  });

  test("that are there already count once: a write whose answer was lost has done its work", async () => {
    const endpoint = await registered();
    expect(await endpoints.putEndpoint(owner, endpoint, undefined)).toBe(true);
    expect(await endpoints.listEndpoints(owner)).toEqual([endpoint]);
  });
});

describe("a change of an endpoint", () => {
  test("leaves alone what others change of it meanwhile", async () => {
    const read = await registered();
    await Promise.all([patch(read, { events: ["driver.created"] }), patch(read, { description: "Books" })]);
    expect(await find(read)).toEqual({ ...read, events: ["driver.created"], description: "Books" });
  });

  test("is decided again when it was turned off meanwhile, and its answer is what is so", async () => {
    const read = await registered();
    await patch(read, { status: "disabled" });
    const on = await patch(read, { status: "active" });
    expect([on, await find(read)]).toEqual([read, read]);
    await patch(read, { status: "disabled" });
    const named = await patch(read, { description: "Books" });
    expect(named).toMatchObject({ status: "disabled", disabled: { reason: "partner" } });
    expect(await find(read)).toEqual(named);
  });

  test("by two rotations at once loses neither secret", async () => {
    const read = await registered();
    const rotated = ["second", "third"].map((sealed) =>
      change(read, (endpoint) => rotateSecret(endpoint, { sealed, created_at }, 60)),
    );
    await Promise.all(rotated);
    const { secrets } = (await find(read)) as WebhookEndpoint;
    expect(secrets.map(({ sealed }) => sealed).sort()).toEqual(["second", "third"]);
  });

  test("to another URL ends the streak of failures, which was another server's", async () => {
    const failing = { ...newEndpoint(), failures: { since: created_at, count: 9 } };
    await endpoints.putEndpoint(owner, failing, undefined);
    expect(await patch(failing, { url: failing.url })).toEqual(failing);
    const moved = await patch(failing, { url: "https://other.example.com/" });
    expect(moved).not.toHaveProperty("failures");
    expect(await find(failing)).toEqual(moved);
  });

  test("of one that is gone is none", async () => {
    expect(await patch(newEndpoint(), { description: "Books" })).toBeUndefined();
    expect(await endpoints.listEndpoints(owner)).toEqual([]);
  });
});
