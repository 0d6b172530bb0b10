import { expect, test } from "@jest/globals";
import { startCloud } from "../support/cloud/cloud.ts";
import { weather } from "./delivery-storm.ts";

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/**
 * The faults before an attempt. The simulator has those after one too.
 */
const faults = [
  { kind: "error", caller: "relay-events", action: "sqs:SendMessage", share: 0.1 },
  { kind: "lost-answer", caller: "relay-events", action: "sqs:SendMessage", share: 0.1 },
  { kind: "throttle", caller: "fan-out-event", share: 0.1 },
  { kind: "lost-answer", caller: "fan-out-event", share: 0.1 },
  { kind: "error", caller: "deliver-webhook", action: "dynamodb:GetItem", share: 0.1 },
  { kind: "error", caller: "deliver-webhook", action: "sqs:SendMessageBatch", share: 0.3 },
  { kind: "lost-answer", caller: "deliver-webhook", action: "sqs:SendMessageBatch", share: 0.1 },
  { kind: "error", caller: "sweep-deliveries", share: 0.2 },
] as const;

test(`every event reaches every endpoint on schedule, through hours of outages on both sides (SEED=${seed})`, async () => {
  const cloud = await startCloud({ timeScale: 300, args: [`--seed=${seed}`] });
  await weather(cloud, { seed, lasts: 8_000, clearsWithin: 45_000, faults: [...faults] });
  expect(await cloud.denials()).toEqual([]);
}, 300_000);
