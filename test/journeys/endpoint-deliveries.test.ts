import { beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import type { Partner } from "../support/partner/platform.ts";
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

const endpoint = (script?: Script) => scriptedEndpoint(receiver, partner, script);

test("a 410 disables the endpoint and notifies its owner, and a replay sends the missed events", async () => {
  const gone = await endpoint({ answers: [{ status: 410 }, { status: 204 }] });
  const witness = await endpoint();
  await partner.driver();
  expect(await gone.settled("held")).toMatchObject({ attempts: [{ status: 410 }], next_attempt_at: null });
  expect(await partner.read(gone.at)).toMatchObject({ status: "disabled", disabled_reason: "gone" });
  // The email names this instant as the start of the replay.
  expect((await partner.read(gone.at)).failing_since).not.toBeNull();
  const { text } = await mailTo(cloud, partner.email);
  expect(text).toContain(gone.id);
  expect(text).toContain("410");
  expect(text).toContain("failing_since");

  const since = new Date((await cloud.now()) - 3_600_000).toISOString();
  const missed = await partner.driver();
  // Fan-out reads all endpoints at once. When one has the event, the disabled one can no longer get it.
  await eventually(async () => witness.got().some(({ json }) => json.data.id === missed.id));
  await partner.call(gone.at, { method: "PATCH", json: { status: "active" } });
  const later = await partner.driver();
  await eventually(async () => gone.got().some(({ json }) => json.data.id === later.id));
  // Events of the disabled time are sent only by a replay.
  expect(gone.got().some(({ json }) => json.data.id === missed.id)).toBe(false);
  await partner.create(`${gone.at}/replay`, { since });
  await eventually(async () => gone.got().some(({ json }) => json.data.id === missed.id));
  await eventually(async () => {
    const { data } = await partner.read(`${gone.at}/deliveries?limit=100`);
    return data.length >= 3 && data.every(({ status }: Json) => status === "delivered");
  });
  const ids = gone
    .got()
    .slice(1)
    .map(({ json }) => json.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an endpoint can be replayed ten times an hour, and a repeated request does not count", async () => {
  const { at } = await endpoint();
  const since = new Date(await cloud.now()).toISOString();
  const replay = (key: string) => partner.post(`${at}/replay`, { since }, { "idempotency-key": key });
  for (let i = 0; i < 10; i++)
    for (const key of [`replay-${i}`, "replay-0"]) expect((await replay(key)).status).toBe(202);
  partner.waits = false;
  const refused = await replay("one-too-many");
  partner.waits = true;
  expect([refused.status, refused.json.error.code]).toEqual([429, "rate_limit_exceeded"]);
  expect(refused.json.error.message).toContain("An endpoint can be replayed 10 times an hour.");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
  expect((await replay("replay-0")).status).toBe(202);
  await cloud.advance("1h");
  expect((await replay("an-hour-later")).status).toBe(202);
});

test("a replay reads several result pages in one invocation, and sends every missed event", async () => {
  const { at, arrived, got } = await endpoint();
  const since = new Date(await cloud.now()).toISOString();
  await partner.call(at, { method: "PATCH", json: { status: "disabled" } });
  const missed: Json[] = [];
  // More than two pages of a replay.
  for (let i = 0; i < 6; i++)
    missed.push(...(await Promise.all(Array.from({ length: 10 }, () => partner.driver()))));
  await partner.call(at, { method: "PATCH", json: { status: "active" } });
  await cloud.clearUsage();
  await partner.create(`${at}/replay`, { since });
  await arrived(60);
  // One invocation handles as many pages as its time allows: on a busy machine, not all three.
  // Otherwise the longest replay would exceed the maximum history of a state machine.
  const { "replay-events": replay } = await cloud.usage();
  expect(replay?.calls["dynamodb:Query"]).toBeGreaterThan(replay?.invocations ?? 0);
  expect(new Set(got().map(({ json }) => json.data.id))).toEqual(new Set(missed.map(({ id }) => id)));
});

test("a disabled endpoint and a deleted endpoint get no new events and no retries", async () => {
  const [off, deleted] = [
    await endpoint({ answers: [{ status: 500 }] }),
    await endpoint({ answers: [{ status: 500 }] }),
  ];
  await partner.driver();
  await off.arrived(1);
  await deleted.arrived(1);
  await partner.call(off.at, { method: "PATCH", json: { status: "disabled" } });
  await partner.call(deleted.at, { method: "DELETE" });
  // Waits for the end of an attempt that is in progress.
  await cloud.advance("0s");
  const calls = [off.got().length, deleted.got().length];
  await partner.driver();
  // The schedule has three more attempts in this time.
  await cloud.advance("4m");
  expect([off.got().length, deleted.got().length]).toEqual(calls);
  expect(await off.settled("held")).toMatchObject({ next_attempt_at: null });
});

test("deliveries have a signature of each secret until its overlap ends, also after a second rotation", async () => {
  const { at, secret, arrived } = await endpoint();
  const rotate = (seconds: number) =>
    partner.create(`${at}/rotate_secret`, { overlap_seconds: seconds }).then((json) => json.secret);
  const [lost, fresh] = [await rotate(86_400), await rotate(60)];
  await partner.driver();
  const [during] = (await arrived(1)) as [Received];
  for (const each of [secret, lost, fresh])
    expect(verifyWithStandardWebhooks(each, during)).toEqual(during.json);
  expect(verifyWebhook({ ...during, secret: fresh }).ok).toBe(true);
  await cloud.advance("61s");
  await partner.driver();
  const later = (await arrived(2))[1] as Received;
  for (const each of [secret, fresh]) expect(verifyWithStandardWebhooks(each, later)).toEqual(later.json);
  expect(() => verifyWithStandardWebhooks(lost, later)).toThrow();
  const newest = await rotate(0);
  await partner.driver();
  const after = (await arrived(3))[2] as Received;
  expect(verifyWithStandardWebhooks(newest, after)).toEqual(after.json);
  for (const each of [secret, fresh]) expect(() => verifyWithStandardWebhooks(each, after)).toThrow();
});

test("a ping and a resend reach only the endpoint that they name", async () => {
  const [one, other] = [await endpoint({ events: ["driver.updated"] }), await endpoint({ events: ["*"] })];
  const { event_id, id } = await partner.create(`${one.at}/ping`, undefined);
  const [ping] = (await one.arrived(1)) as [Received];
  expect(ping.json).toMatchObject({ id: event_id, type: "ping", data: { id: one.id } });
  await one.settled("delivered");
  await partner.create(`${one.at}/deliveries/${id}/resend`, undefined);
  const again = (await one.arrived(2))[1] as Received;
  expect(again.json).toEqual(ping.json);
  const { attempts } = await eventually(async () => {
    const found = await one.delivery();
    return found.attempts.length === 2 && found;
  });
  expect(attempts).toMatchObject([{ kind: "scheduled" }, { kind: "manual", outcome: "delivered" }]);
  expect(other.got()).toEqual([]);
});
