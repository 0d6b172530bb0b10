import { beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { verifyWebhook } from "../../shared/client/verify-webhook.ts";
import { missingFrom } from "../support/cloud/browserless.ts";
import { machineTime } from "../support/cloud/machine-time.ts";
import { mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, type Partner } from "../support/partner/platform.ts";
import { type Received, Receiver } from "../support/partner/receiver.ts";
import {
  notifiedPartner,
  type Script,
  scriptedEndpoint,
  verifyWithStandardWebhooks,
} from "../support/partner/scripted-endpoint.ts";

let partner: Partner & { email: string };
const cloud = await sharedCloud();
const receiver = await Receiver.start();
// Each test has its own partner, because a delayed event also goes to endpoints that were created meanwhile.
beforeEach(async () => {
  partner = await notifiedPartner(cloud);
});

const endpoint = (script?: Script, of: Partner = partner) => scriptedEndpoint(receiver, of, script);

/** Seconds of the service's clock between the end of each attempt and the start of the next. */
const waitsOf = ({ attempts }: Json): number[] =>
  attempts.slice(1).map(({ at }: Json, i: number) => (Date.parse(at) - Date.parse(attempts[i].at)) / 1000);

test("an event arrives at a subscribed endpoint with a valid signature", async () => {
  const { secret, arrived, settled } = await endpoint();
  const driver = await partner.driver();
  const [got] = (await arrived(1)) as [Received];
  expect(got.json).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: "driver.created",
    created_at: expect.any(String),
    data: { id: driver.id, object: "driver", status: "active", sequence: 1, livemode: true },
  });
  expect(driver.livemode).toBe(true);
  expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(verifyWebhook({ body: got.body, headers: got.headers, secret, now: machineTime() })).toEqual({
    ok: true,
    id: got.json.id,
  });
  expect(verifyWithStandardWebhooks(secret, got)).toEqual(got.json);
  const { attempts } = await settled("delivered");
  expect(attempts).toMatchObject([{ kind: "scheduled", outcome: "delivered", status: 204 }]);
});

test("a failed delivery is retried on schedule with the same id, and retry-after postpones it", async () => {
  const { got: received, delivery: find } = await endpoint({
    answers: [
      { status: 500, body: "no" },
      { status: 503, headers: { "retry-after": "50" } },
      { status: 200 },
    ],
  });
  await partner.driver();
  await cloud.advance("5m");
  const got = received();
  expect(got.map(({ body }) => body.toString())).toEqual([1, 2, 3].map(() => got[0]?.body.toString()));
  const delivery = await find();
  expect(delivery.status).toBe("delivered");
  expect(delivery.attempts).toMatchObject([
    { outcome: "refused", status: 500, excerpt: "no" },
    { outcome: "refused", status: 503 },
    { outcome: "delivered", status: 200 },
  ]);
  const [first = 0, second = 0] = waitsOf(delivery);
  // The live schedule waits 5 s, then 30 s, each with a fifth of jitter. A receiver can ask for up to twice
  // each wait.
  expect([first >= 4, first < 20]).toEqual([true, true]);
  expect([second >= 50, second < 65]).toEqual([true, true]);
});

test("a 410 disables the endpoint and notifies its owner", async () => {
  const gone = await endpoint({ answers: [{ status: 410 }] });
  await partner.driver();
  expect(await gone.settled("held")).toMatchObject({ attempts: [{ status: 410 }], next_attempt_at: null });
  // The email names the instant as the start of the replay.
  const disabled = { status: "disabled", disabled_reason: "gone", failing_since: expect.any(String) };
  expect(await partner.read(gone.at)).toMatchObject(disabled);
  const { text } = await mailTo(cloud, partner.email);
  expect(missingFrom(text, gone.id, "410", "failing_since")).toEqual([]);
});

test("a replay alone sends what a disabled endpoint missed, and nothing that it has", async () => {
  const gone = await endpoint({ answers: [{ status: 410 }, { status: 204 }] });
  const witness = await endpoint();
  await partner.driver();
  await gone.settled("held");
  const got = (of: typeof gone, id: string) => of.got().some(({ json }) => json.data.id === id);
  const since = new Date((await cloud.now()) - 3_600_000).toISOString();
  const missed = await partner.driver();
  // Fan-out reads all endpoints at once. When one has the event, the disabled one can no longer get it.
  await eventually(async () => got(witness, missed.id));
  await partner.call(gone.at, { method: "PATCH", json: { status: "active" } });
  const later = await partner.driver();
  await eventually(async () => got(gone, later.id));
  expect(got(gone, missed.id)).toBe(false);
  await partner.create(`${gone.at}/replay`, { since });
  await eventually(async () => got(gone, missed.id));
  await eventually(async () => {
    const { data } = await partner.read(`${gone.at}/deliveries?limit=100`);
    return data.length >= 3 && data.every(({ status }: Json) => status === "delivered");
  });
  const [, ...ids] = gone.got().map(({ json }) => json.id);
  expect(ids).toEqual([...new Set(ids)]);
});

test("an endpoint can be replayed ten times an hour, and a repeated request does not count", async () => {
  const { at } = await endpoint();
  const since = new Date(await cloud.now()).toISOString();
  const replay = (key: number) =>
    partner.post(`${at}/replay`, { since }, { "idempotency-key": `replay-${key}` });
  for (let i = 0; i < 10; i++) for (const key of [i, 0]) expect((await replay(key)).status).toBe(202);
  partner.waits = false;
  const refused = await replay(10);
  partner.waits = true;
  expect(errorOf(refused)).toEqual([429, "rate_limit_exceeded", null]);
  expect(refused.json.error.message).toContain("An endpoint can be replayed 10 times an hour.");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
  await cloud.advance("1h");
  expect((await replay(10)).status).toBe(202);
});

test("a replay reads several result pages in one invocation, and sends every missed event", async () => {
  const { at, arrived, got } = await endpoint();
  const since = new Date(await cloud.now()).toISOString();
  await partner.call(at, { method: "PATCH", json: { status: "disabled" } });
  // More than two pages of a replay.
  const missed = await Promise.all(Array.from({ length: 52 }, () => partner.driver()));
  await partner.call(at, { method: "PATCH", json: { status: "active" } });
  await cloud.clearUsage();
  await partner.create(`${at}/replay`, { since });
  await arrived(missed.length);
  // One invocation handles as many pages as its time allows: on a busy machine, not all three.
  // Otherwise the longest replay would exceed the maximum history of a state machine.
  const { "replay-events": replay } = await cloud.usage();
  expect(replay?.calls["dynamodb:Query"]).toBeGreaterThan(replay?.invocations ?? 0);
  expect(new Set(got().map(({ json }) => json.data.id))).toEqual(new Set(missed.map(({ id }) => id)));
});

test("a ping and a resend reach only the endpoint that they name", async () => {
  const [narrow, other] = [await endpoint({ events: ["driver.updated"] }), await endpoint({ events: ["*"] })];
  const { event_id, id } = await partner.create(`${narrow.at}/ping`, undefined);
  const [ping] = (await narrow.arrived(1)) as [Received];
  expect(ping.json).toMatchObject({ id: event_id, type: "ping", data: { id: narrow.id } });
  await narrow.settled("delivered");
  await partner.create(`${narrow.at}/deliveries/${id}/resend`, undefined);
  const again = (await narrow.arrived(2))[1] as Received;
  expect(again.json).toEqual(ping.json);
  const { attempts } = await eventually(async () => {
    const delivery = await narrow.delivery();
    return delivery.attempts.length === 2 && delivery;
  });
  expect(attempts).toMatchObject([{ kind: "scheduled" }, { kind: "manual", outcome: "delivered" }]);
  expect(other.got()).toEqual([]);
});
