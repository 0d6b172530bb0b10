import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import {
  callMinistack,
  deployOnMinistack,
  endMinistack,
  isInstalled,
  ministackKey,
  TIMEOUT_MS,
} from "../support/cloud/ministack.ts";
import { type Received, Receiver } from "../support/partner/receiver.ts";
import { verifyWithStandardWebhooks } from "../support/partner/scripted-endpoint.ts";

(isInstalled ? describe : describe.skip)("on ministack", () => {
  beforeAll(deployOnMinistack, 600_000);
  afterAll(() => {
    endMinistack();
  });

  test("its API answers, and shows the pages", async () => {
    expect((await callMinistack("/health")).status).toBe(200);
    expect((await callMinistack("/docs")).text).toContain("<main");
  });

  test("a sandbox signup's timer moves it after 60 s", async () => {
    const { status, json } = await callMinistack("/api/agent/signups", {
      json: { email: "a@example.com", sandbox: true },
    });
    expect([status, json.status]).toEqual([201, "initiated"]);
    await eventually(async () => {
      const signup = (await callMinistack(`/api/agent/signups/${json.signup_id}`)).json;
      return signup.status !== "initiated";
    }, TIMEOUT_MS);
  }, 240_000);

  test("a payout completes, and its event arrives at a webhook with a valid signature", async () => {
    const key = await ministackKey();
    const headers = { authorization: `Bearer ${key}` };
    const post = async (path: string, json: Json) => {
      const reply = await callMinistack(path, { json, headers });
      expect([path, reply.status]).toEqual([path, 201]);
      return reply.json;
    };
    const receiver = await Receiver.start();
    const { secret } = await post("/v1/webhooks", { url: receiver.url(), events: ["payment.completed"] });
    const driver = await post("/v1/drivers", { email: "d@example.com", first_name: "D", last_name: "N" });
    const payout = await post("/v1/payments/payout", {
      driver_id: driver.id,
      amount: 500,
      currency: "usd",
      method: "instant",
    });
    expect(payout.status).toBe("completed");
    const [received] = await eventually(
      async () => (receiver.received.length > 0 ? receiver.received : undefined),
      TIMEOUT_MS,
    );
    expect(received?.json).toMatchObject({ type: "payment.completed", data: { id: payout.id } });
    verifyWithStandardWebhooks(secret, received as Received);
  }, 240_000);
});
