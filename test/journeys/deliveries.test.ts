import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { verifyWebhook } from "../../shared/client/verify.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { closeReceivers, type Received, Receiver } from "../support/partner/receiver.ts";
import {
  notifiedPartner,
  type Script,
  scriptedEndpoint,
  verifyWithStandardWebhooks,
} from "../support/partner/scripted-endpoint.ts";

let cloud: Cloud;
let receiver: Receiver;
let partner: Partner;
beforeAll(async () => {
  cloud = await sharedCloud(FAST_CLOCK);
  receiver = await Receiver.start();
});
// Each test has its own partner, because a delayed event also goes to endpoints that were created meanwhile.
beforeEach(async () => {
  partner = await notifiedPartner(cloud);
});
afterAll(async () => {
  closeReceivers();
  await endClouds();
});

const endpoint = (script?: Script, of: Partner = partner) => scriptedEndpoint(receiver, of, script);

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
    // The live schedule waits 5 s, then 30 s. A receiver can ask for up to twice each wait.
    expect(second).toBeGreaterThanOrEqual(50);
  });

  test("a refused connection and a redirect count as failures and are retried", async () => {
    const { id } = await partner.create("/v1/webhooks", {
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
