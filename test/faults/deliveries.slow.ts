import { afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Fault } from "../../infra/local/platform/faults.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { idOf, idsOfType } from "../infra/stack/template.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const deadLetters = idsOfType("AWS::SQS::Queue").filter((id) => /DeadLetters/.test(id));

/** The SDK's number of tries, so that the function fails. */
const THRICE = 3;

let cloud: Cloud;
let receiver: Receiver;
let partner: Partner;

/** Each test has its own endpoint, which identifies the deliveries of its event. */
async function endpoint(path: string): Promise<Json> {
  return partner.create("/v1/webhooks", { url: receiver.url(path), events: ["driver.created"] });
}
const delivered = (id: string) =>
  eventually(async () => {
    const { data } = await partner.read(`/v1/webhooks/${id}/deliveries`);
    return data.length > 0 && data.every(({ status }: Json) => status === "delivered") && data;
  }, 45_000);
const lettersInAll = async () => {
  const lengths = await Promise.all(deadLetters.map((id) => cloud.queueLength(id)));
  return lengths.reduce((sum, length) => sum + length, 0);
};

describe("a delivery arrives, without a dead letter, when", () => {
  beforeAll(async () => {
    cloud = await startCloud({ timeScale: 60 });
    receiver = await Receiver.start();
  });
  // Each test has its own account: a delayed event reaches endpoints that were created meanwhile, too.
  beforeEach(async () => {
    partner = await newPartner(cloud);
  });
  afterEach(() => cloud.inject());

  const fanOut = { caller: "fan-out-event" };
  const signer = { caller: "deliver-webhook" };
  test.each<[string, Fault]>([
    [
      "it is made, and no hint can be sent",
      { kind: "error", action: "sqs:SendMessageBatch", times: THRICE, ...fanOut },
    ],
    [
      "the hint is sent, and the reply is lost",
      { kind: "lost-answer", action: "sqs:SendMessageBatch", times: THRICE, ...fanOut },
    ],
    [
      "the result is written, and the reply is lost",
      {
        kind: "lost-answer",
        action: "dynamodb:PutItem",
        containing: '"attempts":{"L":[{',
        times: 1,
        ...signer,
      },
    ],
  ])("a delivery arrives without a dead letter when %s", async (what, fault) => {
    const path = `/${what.replaceAll(/\W/g, "-")}`;
    const { id } = await endpoint(path);
    await cloud.inject(fault);
    await partner.driver();
    await delivered(id);
    expect(receiver.at(path)).toHaveLength(1);
    const { data } = await partner.read(`/v1/webhooks/${id}/deliveries`);
    const { attempts } = await partner.read(`/v1/webhooks/${id}/deliveries/${data[0].id}`);
    expect(attempts).toHaveLength(1);
    expect(await lettersInAll()).toBe(0);
    await partner.call(`/v1/webhooks/${id}`, { method: "DELETE" });
  });

  test.each<[string, Fault[]]>([
    ["hint", [{ kind: "error", action: "sqs:SendMessageBatch", times: THRICE, ...signer }]],
    [
      "note of its endpoint's health",
      [{ kind: "error", action: "dynamodb:UpdateItem", times: THRICE, ...signer }],
    ],
  ])(
    "the %s after a failed attempt fails: that is logged, and its message is not retried",
    async (what, faults) => {
      const path = `/after-${what.split(" ")[0]}`;
      const { id } = await endpoint(path);
      receiver.answer = (received) => ({
        status: received.path === path && receiver.at(path).length === 1 ? 500 : 204,
      });
      const faultsLogged = () => cloud.logs().split('"fault"').length;
      const messagesFailed = () => cloud.logs().match(/"outcomes":\[[^\]]*"fault"/g)?.length ?? 0;
      const [before, failedBefore] = [faultsLogged(), messagesFailed()];
      await cloud.inject(...faults);
      await partner.driver();
      await eventually(async () => faultsLogged() > before);
      await delivered(id);
      // A failed message would stay in flight for three minutes, and lock its group.
      await eventually(async () => (await cloud.queueLength(idOf("WebhooksFirst"))) === 0);
      expect(messagesFailed()).toBe(failedBefore);
      await partner.call(`/v1/webhooks/${id}`, { method: "DELETE" });
    },
  );

  test("a delivery arrives when the sweeper must find its second retry and the index lags", async () => {
    const { id } = await endpoint("/lagging");
    receiver.answer = ({ path }) => ({
      status: path === "/lagging" && receiver.at(path).length < 3 ? 500 : 204,
    });
    await cloud.delayIndexes(60_000);
    await partner.driver();
    await delivered(id);
    await cloud.delayIndexes(0);
    expect(receiver.at("/lagging")).toHaveLength(3);
    await partner.call(`/v1/webhooks/${id}`, { method: "DELETE" });
  });
});
