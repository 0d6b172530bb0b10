import { beforeEach, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { type Received, Receiver } from "../support/partner/receiver.ts";
import {
  notifiedPartner,
  type Script,
  scriptedEndpoint,
  verifyWithStandardWebhooks,
} from "../support/partner/scripted-endpoint.ts";

let partner: Partner;
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
    created_at: driver.created_at,
    data: { id: driver.id, object: "driver", status: "active", sequence: 1, livemode: true },
  });
  expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
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
  await cloud.advance("1m");
  for (const { got, delivery } of [one, all]) {
    expect(got()[0]?.json.data.id).toBe(driver.id);
    expect((await delivery()).status).toBe("delivered");
  }
  expect([one, all, other, stranger].map(({ got }) => got().length)).toEqual([1, 1, 0, 0]);
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
  expect(got).toHaveLength(3);
  expect(new Set(got.map(({ json }) => json.id)).size).toBe(1);
  expect(new Set(got.map(({ body }) => body.toString())).size).toBe(1);
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
