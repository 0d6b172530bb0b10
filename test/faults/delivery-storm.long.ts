import { afterEach, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { weather } from "./delivery-storm.ts";

afterEach(endClouds);

const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : [1, 2, 3].map(() => Math.floor(Math.random() * 2 ** 31));

const callers = ["relay-events", "fan-out-event", "deliver-webhook", "sweep-deliveries"];
/** Every call of the pipeline, with its claims and results. */
const faults = callers.flatMap((caller) =>
  (["throttle", "error", "lost-answer"] as const).map((kind) => ({ kind, caller, share: 0.12 })),
);

test.each(seeds)(
  "every event reaches every endpoint, though any call fails or loses its reply (SEED=%d)",
  async (seed) => {
    const cloud = await startCloud({ timeScale: 300, args: [`--seed=${seed}`] });
    await weather(cloud, { seed, lasts: 30_000, clearsWithin: 240_000, faults, moods: ["hang"] });
    expect(await cloud.denials()).toEqual([]);
  },
  400_000,
);
