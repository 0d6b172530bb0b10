import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { endSuite } from "../../infra/local/test/support/suite-end.ts";
import { MAX_ENDPOINTS } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { livePartner } from "../support/partner/driver-figures.ts";
import type { Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

/**
 * Behind a slow endpoint, an attempt would wait for ten seconds or more. How late one is on AWS, a simulation
 * says: `test/infra/stack/first-attempt.ts`.
 */
const HELD_UP_MS = 8_000;

/**
 * Behind a slow endpoint, all events are late. On a busy machine, one of ten may be late for another reason.
 */
function expectNotHeldUp(delays: number[]): void {
  const late = delays.filter((ms) => ms >= HELD_UP_MS).length;
  expect({ delays, isHeldUp: late > delays.length / 10 }).toMatchObject({ isHeldUp: false });
}

/** One for each test: the retries of an endpoint that hangs would slow the next test down. */
let cloud: Cloud;
beforeEach(async () => {
  cloud = await startCloud();
});
afterEach(endSuite);

const busyPartner = () => livePartner(cloud, { isBusy: true });

/** Delivers one event, so that no delay counts the start of a function. */
async function warmUp(quiet: Partner, well: Receiver): Promise<void> {
  await quiet.driver();
  await eventually(async () => well.received.length === 1);
}

/** How long each of the quiet partner's events took to arrive, one after the other, for `watchedMs`. */
async function delaysOf(quiet: Partner, well: Receiver, watchedMs: number): Promise<number[]> {
  const delays: number[] = [];
  const until = performance.now() + watchedMs;
  do {
    const { id } = await quiet.driver();
    const at = Date.now();
    const got = await eventually(async () => well.received.find(({ json }) => json.data.id === id));
    delays.push(got.at - at);
    await new Promise((resolve) => setTimeout(resolve, 300));
  } while (performance.now() < until);
  return delays;
}

test("sixteen endpoints of one account that answer 200 after twelve seconds delay no other account's", async () => {
  const [noisy, quiet] = [await busyPartner(), await busyPartner()];
  const [slow, well] = [await Receiver.start(), await Receiver.start()];
  slow.answer = () => ({ status: 200, body: "at last", slowBody: 12_000 });
  for (let i = 0; i < MAX_ENDPOINTS; i++)
    await noisy.create("/v1/webhooks", { url: slow.url(`/${i}`), events: ["*"] });
  await quiet.create("/v1/webhooks", { url: well.url(), events: ["*"] });
  await warmUp(quiet, well);
  const sentAway = () => cloud.logs().match(/"outcomes":\[[^\]]*"slow"/g)?.length ?? 0;
  const before = sentAway();

  await Promise.all(Array.from({ length: 20 }, () => noisy.driver()));
  await eventually(async () => slow.received.length >= MAX_ENDPOINTS);
  // After the first attempts have ended.
  expectNotHeldUp(await delaysOf(quiet, well, 15_000));
  await eventually(async () => sentAway() > before);
});
