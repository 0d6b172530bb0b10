import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { type Cloud, freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailTo } from "../support/cloud/mailbox.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { type Answer, closeReceivers, type Received, Receiver } from "../support/partner/receiver.ts";

let cloud: Cloud;
let receiver: Receiver;
let partner: Partner;
beforeAll(async () => {
  cloud = await sharedCloud(FAST_CLOCK);
  receiver = await Receiver.start();
});
// Each test has its own partner, because a delayed event also goes to endpoints that were created meanwhile.
// The partner has an email address for notifications.
beforeEach(async () => {
  const email = freshEmail();
  const wish = { company: email, email };
  const { partner_id } = (await cloud.post("/api/agent/partners", wish, { from: freshAddress() })).json;
  await cloud.command("verify-account", { account: partner_id });
  await cloud.command("set-tier", { account: partner_id, tier: "growth" });
  partner = Object.assign(await newPartner(cloud, { live: true, account: partner_id }), { email });
});
afterAll(async () => {
  closeReceivers();
  await endClouds();
});

/** A new endpoint whose receiver gives these answers in order, and then repeats the last one. */
async function endpoint(
  {
    events = ["driver.created"],
    answers = [{ status: 204 }],
  }: { events?: string[]; answers?: Answer[] } = {},
  of: Partner = partner,
) {
  const path = `/${freshEmail()}`;
  const script = [...answers];
  const before = receiver.answer;
  receiver.answer = (received) =>
    received.path === path ? ((script.length > 1 ? script.shift() : script[0]) as Answer) : before(received);
  const made = await of.made("/v1/webhooks", { url: receiver.url(path), events });
  const at = `/v1/webhooks/${made.id}`;
  const arrived = (count: number) =>
    eventually(async () => receiver.at(path).length >= count && receiver.at(path));
  const delivery = async (): Promise<Json> => {
    const { data } = await of.read(`${at}/deliveries`);
    return data[0] && of.read(`${at}/deliveries/${data[0].id}`);
  };
  const settled = (status: string) =>
    eventually(async () => {
      const found = await delivery();
      return found?.status === status && found;
    });
  return {
    id: made.id,
    secret: made.secret,
    at,
    path,
    arrived,
    delivery,
    settled,
    got: () => receiver.at(path),
  };
}

const verifyWithStandardWebhooks = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body.toString(), headers as never);

/** Seconds of the service's clock between the end of each attempt and the start of the next. */
const waitsOf = ({ attempts }: Json): number[] =>
  attempts.slice(1).map(({ at }: Json, i: number) => (Date.parse(at) - Date.parse(attempts[i].at)) / 1000);

describe("deliveries of an event", () => {
  test("an event arrives at a subscribed endpoint with a valid signature", async () => {
    const { secret, arrived, settled } = await endpoint();
    const driver = await partner.driver();
    const [got] = (await arrived(1)) as [Received];
    expect(got.json).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: "driver.created",
      created_at: driver.created_at,
      data: { id: driver.id, object: "driver", status: "active" },
    });
    expect(got.headers["content-type"]).toBe("application/json");
    expect(verifyWebhook({ body: got.body, headers: got.headers, secret })).toEqual({
      ok: true,
      id: got.json.id,
    });
    expect(verifyWithStandardWebhooks(secret, got)).toEqual(got.json);
    const { attempts } = await settled("delivered");
    expect(attempts).toMatchObject([{ kind: "scheduled", outcome: "delivered", status: 204 }]);
  });

  test("an event goes once to each subscribed endpoint of its account, and to no other endpoint", async () => {
    const [one, all, other] = [
      await endpoint(),
      await endpoint({ events: ["*"] }),
      await endpoint({ events: ["driver.updated"] }),
    ];
    const stranger = await endpoint({ events: ["*"] }, await newPartner(cloud));
    const driver = await partner.driver();
    for (const { arrived, settled } of [one, all]) {
      expect((await arrived(1))[0]?.json.data.id).toBe(driver.id);
      await settled("delivered");
    }
    expect([one, all, other, stranger].map(({ got }) => got().length)).toEqual([1, 1, 0, 0]);
  });

  test("a failed delivery is retried on schedule with the same id, and retry-after postpones it", async () => {
    const { arrived, settled } = await endpoint({
      answers: [
        { status: 500, body: "no" },
        { status: 503, headers: { "retry-after": "50" } },
        { status: 200 },
      ],
    });
    await partner.driver();
    const got = await arrived(3);
    expect(new Set(got.map(({ json }) => json.id)).size).toBe(1);
    expect(new Set(got.map(({ body }) => body.toString())).size).toBe(1);
    const delivery = await settled("delivered");
    expect(delivery.attempts).toMatchObject([
      { outcome: "refused", status: 500, excerpt: "no" },
      { outcome: "refused", status: 503 },
      { outcome: "delivered", status: 200 },
    ]);
    const [first = 0, second = 0] = waitsOf(delivery);
    expect(first).toBeGreaterThanOrEqual(4);
    // Live steps are 5 and 30 s. A receiver can ask for up to twice a step.
    expect(second).toBeGreaterThanOrEqual(50);
  });

  test("a refused connection and a redirect count as failures and are retried", async () => {
    const { id } = await partner.made("/v1/webhooks", {
      url: "http://127.0.0.1:9/",
      events: ["driver.created"],
    });
    const redirecting = await endpoint({
      answers: [{ status: 302, headers: { location: receiver.url("/elsewhere") } }, { status: 204 }],
    });
    await partner.driver();
    const attempt = await eventually(async () => {
      const { data } = await partner.read(`/v1/webhooks/${id}/deliveries`);
      return data[0]?.last_attempt;
    });
    expect(attempt).toMatchObject({ outcome: "unreachable", cause: "connect", status: null });
    expect((await redirecting.settled("delivered")).attempts).toMatchObject([
      { status: 302 },
      { status: 204 },
    ]);
    expect(receiver.at("/elsewhere")).toEqual([]);
    await partner.call(`/v1/webhooks/${id}`, { method: "DELETE" });
  });
});

describe("deliveries to an endpoint", () => {
  test("a 410 disables the endpoint and notifies its owner, and a replay sends the missed events", async () => {
    const gone = await endpoint({ answers: [{ status: 410 }, { status: 204 }] });
    const witness = await endpoint();
    await partner.driver();
    expect(await gone.settled("held")).toMatchObject({ attempts: [{ status: 410 }], next_attempt_at: null });
    expect(await partner.read(gone.at)).toMatchObject({ status: "disabled", disabled_reason: "gone" });
    // The email names this instant as the start of the replay.
    expect((await partner.read(gone.at)).failing_since).not.toBeNull();
    const { text } = await mailTo(cloud, (partner as Partner & { email: string }).email, 1);
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
    await partner.made(`${gone.at}/replay`, { since });
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

  test("a replay of several result pages sends every missed event in one invocation", async () => {
    const { at, arrived, got } = await endpoint();
    const since = new Date(await cloud.now()).toISOString();
    await partner.call(at, { method: "PATCH", json: { status: "disabled" } });
    const missed: Json[] = [];
    // More than two pages of a replay.
    for (let i = 0; i < 6; i++)
      missed.push(...(await Promise.all(Array.from({ length: 10 }, () => partner.driver()))));
    await partner.call(at, { method: "PATCH", json: { status: "active" } });
    await cloud.clearUsage();
    await partner.made(`${at}/replay`, { since });
    await arrived(60);
    // One invocation handles as many pages as its time allows.
    // Otherwise the longest replay would exceed the maximum history of a state machine.
    expect((await cloud.usage())["replay-events"]?.invocations).toBe(1);
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
    await new Promise((resolve) => setTimeout(resolve, 300));
    const calls = [off.got().length, deleted.got().length];
    await partner.driver();
    // The schedule has three more attempts in this time.
    await new Promise((resolve) => setTimeout(resolve, (4 * 60_000) / cloud.timeScale));
    expect([off.got().length, deleted.got().length]).toEqual(calls);
    expect(await off.settled("held")).toMatchObject({ next_attempt_at: null });
  });

  test("deliveries have both secrets' signatures during the overlap, and then only the new secret's", async () => {
    const { at, secret, arrived, got } = await endpoint();
    const { secret: fresh } = await partner.made(`${at}/rotate_secret`, { overlap_seconds: 360 });
    await partner.driver();
    const [during] = (await arrived(1)) as [Received];
    for (const each of [secret, fresh]) expect(verifyWithStandardWebhooks(each, during)).toEqual(during.json);
    expect(verifyWebhook({ ...during, secret: fresh }).ok).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 400_000 / cloud.timeScale));
    await partner.driver();
    const after = (await arrived(2))[1] as Received;
    expect(verifyWithStandardWebhooks(fresh, after)).toEqual(after.json);
    expect(() => verifyWithStandardWebhooks(secret, after)).toThrow();
    expect(got()).toHaveLength(2);
  });

  test("a ping and a resend reach only the endpoint that they name", async () => {
    const [one, other] = [await endpoint({ events: ["driver.updated"] }), await endpoint({ events: ["*"] })];
    const { event_id, id } = await partner.made(`${one.at}/ping`, undefined);
    const [ping] = (await one.arrived(1)) as [Received];
    expect(ping.json).toMatchObject({ id: event_id, type: "ping", data: { id: one.id } });
    await one.settled("delivered");
    await partner.made(`${one.at}/deliveries/${id}/resend`, undefined);
    const again = (await one.arrived(2))[1] as Received;
    expect(again.json).toEqual(ping.json);
    const { attempts } = await eventually(async () => {
      const found = await one.delivery();
      return found.attempts.length === 2 && found;
    });
    expect(attempts).toMatchObject([{ kind: "scheduled" }, { kind: "manual", outcome: "delivered" }]);
    expect(other.got()).toEqual([]);
  });
});
