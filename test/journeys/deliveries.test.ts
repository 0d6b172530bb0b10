import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { verifyWebhook } from "../../shared/webhooks/verify.ts";
import { type Cloud, endClouds, eventually, startCloud } from "../support/cloud.ts";
import { newPartner, type Partner } from "../support/platform.ts";
import { closeReceivers, Receiver } from "../support/receiver.ts";

describe("an event", () => {
  let cloud: Cloud;
  let receiver: Receiver;
  let partner: Partner;
  beforeAll(async () => {
    cloud = await startCloud();
    receiver = await Receiver.start();
    partner = await newPartner(cloud);
  });
  afterAll(async () => {
    closeReceivers();
    await endClouds();
  });

  test("arrives at the endpoint that is subscribed to it, and both signatures are right", async () => {
    const { secret } = await partner.made("/v1/webhooks", {
      url: receiver.url("/all"),
      events: ["driver.created"],
    });
    const driver = await partner.driver();
    const [got] = await eventually(async () => receiver.at("/all").length > 0 && receiver.at("/all"));
    expect(got?.json).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: "driver.created",
      created_at: driver.created_at,
      data: { id: driver.id, object: "driver", status: "active" },
    });
    const { headers, body } = got as NonNullable<typeof got>;
    expect(verifyWebhook({ body, headers, secret })).toEqual({ ok: true, id: got?.json.id });
    expect(new Webhook(secret).verify(body.toString(), headers as never)).toEqual(got?.json);
  });
});
