import { expect, test } from "@jest/globals";
import type { Fault } from "../../infra/local/platform/faults.ts";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { idsOfType } from "../infra/stack/template.ts";
import { changedAssembly } from "../support/cloud/changed-assembly.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const queues = idsOfType("AWS::SQS::Queue").filter((id) => /^Webhooks/.test(id));
const letters = queues.filter((id) => /DeadLetters/.test(id));
const lanes = queues.filter((id) => !letters.includes(id));

/** Thirty attempts, at least two seconds apart, would take more than a minute. */
const ATTEMPTS = 4;

/** The sweeper would find the deliveries too, and hide whether the redrive works. */
const noSweeps: Fault = { kind: "error", caller: "sweep-deliveries" };
const blindSigner: Fault = { kind: "error", caller: "deliver-webhook", action: "dynamodb:GetItem" };
const blindFanOut: Fault = { kind: "error", caller: "fan-out-event", action: "dynamodb:Query" };

test("an operator's command redrives all three dead-letter queues, and the events are delivered", async () => {
  const assembly = changedAssembly(newFolder(), (resources) => {
    for (const { RedrivePolicy } of queues.map((id) => resources[id].Properties))
      if (RedrivePolicy) RedrivePolicy.maxReceiveCount = ATTEMPTS;
  });
  const cloud = await startCloud({ timeScale: 300, assembly });
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  const { id } = await partner.create("/v1/webhooks", { url: receiver.url(), events: ["driver.created"] });
  const lengths = (ids: string[]) => Promise.all(ids.map((queue) => cloud.queueLength(queue)));
  const got = (driver: Json) => receiver.received.filter(({ json }) => json.data.id === driver.id).length;
  await cloud.inject(noSweeps);

  // An attempt fails, and meanwhile the signer loses its reads, so the retry's hint becomes a dead letter.
  receiver.answer = () => ({ status: 500, body: "no", slowBody: 300 });
  const retried = await partner.driver();
  await eventually(async () => got(retried) === 1);
  await cloud.inject(noSweeps, blindSigner);
  // One delivery's first hint becomes a dead letter, and another event's own message.
  const hinted = await partner.driver();
  await eventually(async () => (await partner.read(`/v1/webhooks/${id}/deliveries`)).data.length === 2);
  await cloud.inject(noSweeps, blindSigner, blindFanOut);
  const announced = await partner.driver();
  // No message is still under way, doubled hints included.
  const ended = async () => (await lengths(letters)).every(Boolean) && !(await lengths(lanes)).some(Boolean);
  await eventually(ended);

  receiver.answer = () => ({ status: 204 });
  await cloud.inject(noSweeps);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect([retried, hinted, announced].map(got)).toEqual([1, 0, 0]);
  expect(await cloud.command("redrive-queues", { queue: "webhooks" })).toMatchObject({ ok: true });
  await eventually(async () => {
    const { data } = await partner.read(`/v1/webhooks/${id}/deliveries`);
    return data.length === 3 && data.every(({ status }: Json) => status === "delivered");
  });
  expect([retried, hinted, announced].map(got)).toEqual([2, 1, 1]);
  expect(letters).toHaveLength(3);
  expect(await lengths(letters)).toEqual([0, 0, 0]);
});
