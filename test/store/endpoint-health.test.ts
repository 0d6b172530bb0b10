import { beforeEach, expect, test } from "@jest/globals";
import type { Owner } from "../../shared/domain/owner.ts";
import {
  type EndpointChange,
  endpointId,
  type WebhookEndpoint,
} from "../../shared/domain/webhook/webhook-endpoint.ts";
import { createEndpoint, patchEndpoint } from "../../shared/domain/webhook/webhook-request.ts";
import { store } from "./store.ts";

const now = new Date("2126-03-01T00:00:00.000Z");
const at = now.toISOString();
const since = "2126-02-20T00:00:00.000Z";
let owner: Owner;
let accounts = 0;
beforeEach(() => {
  owner = { account_id: `acct_${++accounts}`, mode: "live" };
});

const changes: EndpointChange[] = [
  { change: "failed", at },
  { change: "paced", slow: true },
  { change: "paced", slow: false },
  { change: "recovered" },
  { change: "warned", at, since },
  { change: "disabled", at, reason: "failing", since },
  { change: "disabled", at, reason: "gone" },
];
const registered = async (more: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> => {
  const request = { url: "https://hooks.example.com/", events: ["*" as const] };
  const endpoint = {
    ...createEndpoint(owner, request, endpointId(now), { sealed: "first", created_at: at }),
    ...more,
  };
  await store.putEndpoint(owner, endpoint, undefined);
  return endpoint;
};
const find = ({ id }: WebhookEndpoint) => store.findEndpoint(owner, id);

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
      return { ...endpoint, failures: { since: at, ...failures, count: (failures?.count ?? 0) + 1 } };
    case "paced":
      return { ...rest, ...(failures && { failures }), ...(change.slow && { slow: true }) };
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
  await store.moveEndpoint(owner, called, (endpoint) => {
    const after = patchEndpoint(endpoint, { url: "https://other.example.com/" }, now);
    return { after, answer: after };
  });
  // The next change is for the receiver at the new URL.
  const moved = (await find(called)) as WebhookEndpoint;
  await store.moveEndpointHealth(moved, { change: "failed", at: since }, undefined, now);
  const before = (await find(called)) as WebhookEndpoint;
  await store.moveEndpointHealth(called, change, undefined, now);
  expect(await find(called)).toEqual(before);
});
