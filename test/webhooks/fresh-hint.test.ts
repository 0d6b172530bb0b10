import { expect, jest, test } from "@jest/globals";
import { verifyWebhook } from "../../shared/client/verify-webhook.ts";
import { seal } from "../../shared/crypto/sealed.ts";
import { driverCreated } from "../../shared/domain/event/driver-events.ts";
import { deliveredBody } from "../../shared/domain/event/event.ts";
import { newEvent } from "../../shared/domain/event/new-event.ts";
import { type Delivery, deliveryId, newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { claim } from "../../shared/domain/webhook/delivery-attempt.ts";
import type { Hint } from "../../shared/queues/hints.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";
import { serveSecret } from "../support/cloud/served.ts";
import { type Received, Receiver } from "../support/partner/receiver.ts";

const ID = "wh_01j9z8v7w6x5y4t3s2r1q0p9n8";
const SECRET = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
const owner = { account_id: "acct_1", mode: "live" } as const;

await startEngine();
const queues = await startQueues();
const receiver = await Receiver.start();
/** A Secrets Manager with one value, which a test changes. */
const manager = { value: "Key" };
await serveSecret(() => manager.value);
Object.assign(process.env, { ENDPOINT_SECRET_ARN: "arn:endpoint", LOCAL_TARGETS: "allow" });
const { signedPost } = await import("../../shared/webhooks/signed-post.ts");
const { attemptDelivery } = await import("../../shared/webhooks/attempt-delivery.ts");
const deliveries = await import("../../shared/store/webhook/deliveries.ts");
const events = await import("../../shared/store/event/events.ts");
const { write } = await import("../../shared/store/table/table.ts");
const { endpointKeysFrom } = await import("../../shared/store/webhook/endpoint-keys.ts");
const created_at = new Date().toISOString();
const sealed = seal(SECRET, ID, endpointKeysFrom(["Key"]));
const rest = { events: ["*" as const], status: "active" as const, created_at };
const endpoint = { id: ID, ...owner, url: receiver.url(), ...rest, secrets: [{ sealed, created_at }] };

/** A delivery as the fan-out creates it, some time ago, with its hint. */
async function created(msAgo = 0): Promise<{ fresh: Delivery; hint: Hint }> {
  const then = new Date(Date.now() - msAgo);
  const event = newEvent(
    driverCreated,
    { id: "drv_1", object: "driver", status: "active", sequence: 1, livemode: false },
    then,
  );
  await write(events.eventWrite(owner, event));
  const id = await deliveryId(event.id, ID);
  const fresh = newDelivery(id, event, endpoint, then);
  expect(await deliveries.putDelivery(owner, fresh)).toBe(true);
  expect(await deliveries.putDelivery(owner, fresh)).toBe(false);
  receiver.received.length = 0;
  return { fresh, hint: { ...owner, endpoint_id: ID, delivery_id: id, fresh } };
}

const stored = ({ id }: Delivery) => deliveries.findDelivery(owner, ID, id, new Date());

test("doubled hints of a fresh delivery make one attempt", async () => {
  const { fresh, hint } = await created();
  const outcomes = await Promise.all([hint, hint, hint].map((each) => attemptDelivery(each, { endpoint })));
  expect(outcomes.sort()).toEqual(["delivered", "nothing", "nothing"]);
  expect(receiver.received).toHaveLength(1);
  expect(await stored(fresh)).toMatchObject({ status: "delivered", version: 3 });
});

test("the bytes that are sent are those that are signed: ASCII, with their charset", async () => {
  const { fresh, hint } = await created();
  const text = '{"id":"evt_1","data":{"name":"Zoë مرحبا 王 🚲"}}';
  expect(await attemptDelivery(hint, { endpoint, body: Promise.resolve(text) })).toBe("delivered");
  const [{ body, headers }] = receiver.received as [Received];
  expect(body.toString("latin1")).toBe(deliveredBody(text));
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(verifyWebhook({ body, headers, secret: SECRET })).toEqual({ ok: true, id: fresh.event_id });
});

test("without local targets, nothing reaches this machine, and the attempt has no reason", async () => {
  const { fresh, hint } = await created();
  process.env.LOCAL_TARGETS = "";
  expect(await attemptDelivery(hint, { endpoint })).toBe("blocked");
  process.env.LOCAL_TARGETS = "allow";
  expect(receiver.received).toEqual([]);
  const [attempt] = (await stored(fresh))?.attempts ?? [];
  expect(Object.keys(attempt ?? {}).sort()).toEqual(["at", "duration_ms", "kind", "outcome"]);
});

test("a fresh hint that returns after its signer crashed makes the attempt", async () => {
  const { fresh, hint } = await created(120_000);
  const crashed = claim(fresh, endpoint, { token: "t", now: new Date(Date.now() - 60_000), random: 0 });
  if (crashed.act !== "attempt") throw new Error("The delivery is not due");
  await deliveries.moveDelivery(owner, fresh, crashed.delivery);
  expect(await attemptDelivery(hint, { endpoint })).toBe("delivered");
  const outcomes = (await stored(fresh))?.attempts.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(["lost", "delivered"]);
});

test("the next hint of a fresh delivery that failed does not repeat its first state", async () => {
  const { hint } = await created();
  receiver.answer = () => ({ status: 500 });
  queues.sent.length = 0;
  expect(await attemptDelivery(hint, { endpoint })).toBe("refused");
  expect(queues.sent).toMatchObject([{ lane: "later", delivery_id: hint.delivery_id, fresh: false }]);
});

test("the bodies of a batch's events are read in one call, doubled ones once", async () => {
  const first = await created();
  const second = await created();
  const hints = [first, second, first].map(({ fresh }) => ({ owner, id: fresh.event_id }));
  const bodies = await events.findEventBodies([...hints, { owner, id: "evt_01j9z8v7w6x5y4t3s2r1q0p9n8" }]);
  expect([...bodies.keys()].sort()).toEqual([first, second].map(({ fresh }) => fresh.event_id).sort());
  expect(bodies.get(first.fresh.event_id)).toBe(await events.findEventBody(owner, first.fresh.event_id));
  expect(await events.findEventBodies([])).toEqual(new Map());
});

/** Whether a delivery verifies, whose endpoint's secret is sealed with this value. */
async function signs(sealedWith: string): Promise<boolean> {
  const { fresh } = await created();
  const secrets = [{ sealed: seal(SECRET, ID, endpointKeysFrom([sealedWith])), created_at }];
  const { headers, body } = await signedPost(fresh, { ...endpoint, secrets });
  return verifyWebhook({ body, headers, secret: SECRET }).ok;
}

test("a secret that is sealed with a newer key signs at once, and one of no key never", async () => {
  expect(await signs("Key")).toBe(true);
  manager.value = "NewKey,Key";
  expect([await signs("NewKey"), await signs("Key")]).toEqual([true, true]);
  await expect(signs("LostKey")).rejects.toThrow("names an unknown key");
});

test("an empty first value signs nothing, because everyone knows its key, and the good keys still do", async () => {
  const clock = jest.spyOn(Date, "now");
  const start = Date.now();
  clock.mockReturnValue(start + 10_000);
  manager.value = ",Key";
  await expect(signs("NewestKey")).rejects.toThrow("The secret has no first value");
  expect(await signs("Key")).toBe(true);
  clock.mockReturnValue(start + 20_000);
  manager.value = "NewestKey,,Key";
  expect([await signs("NewestKey"), await signs("Key")]).toEqual([true, true]);
  await expect(signs("")).rejects.toThrow("names an unknown key");
});
