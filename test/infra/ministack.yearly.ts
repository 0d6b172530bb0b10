import { setTimeout as sleep } from "node:timers/promises";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { CopiedProject } from "../support/cloud/copied-project.ts";
import {
  callMinistack,
  deployOnMinistack,
  endMinistack,
  isInstalled,
  ministackKey,
  statefulOnMinistack,
  TIMEOUT_MS,
} from "../support/cloud/ministack.ts";
import { type Received, Receiver } from "../support/partner/receiver.ts";
import { verifyWithStandardWebhooks } from "../support/partner/scripted-endpoint.ts";

/** The last release, which has to be left and to be returned to. */
const BASE = readFileSync(join(import.meta.dirname, "..", "faults", "compatibility-base.txt"), "utf8").trim();
const hasBase =
  spawnSync("git", ["cat-file", "-e", `${BASE}^{tree}`], { cwd: import.meta.dirname }).status === 0;
if (isInstalled && !hasBase)
  process.stderr.write(`Skipped: the upgrade, because this history has no ${BASE} (git fetch --unshallow)\n`);
const withBase = hasBase ? test : test.skip;

const receiver = await Receiver.start();
let key = "";
const keyed = (path: string, json?: Json, more: Json = {}) =>
  callMinistack(path, { ...(json && { json }), headers: { authorization: `Bearer ${key}`, ...more } });
const post = async (path: string, json: Json, more: Json = {}) => {
  const reply = await keyed(path, json, more);
  expect([path, reply.status]).toEqual([path, 201]);
  return reply;
};

/** A deployment may lose hints. The sweeper reminds of payouts and deliveries that are five minutes late. */
const REMINDED_MS = 9 * 60_000;

/** Begins work that a deployment interrupts. The function that it returns expects each piece done once. */
async function inFlight(name: string): Promise<() => Promise<void>> {
  const path = `/${name}`;
  await post("/v1/webhooks", { url: receiver.url(path), events: ["payment.completed"] });
  const { id } = (
    await post("/v1/drivers", { email: `${name}@example.com`, first_name: "D", last_name: "N" })
  ).json;
  const payout = (method: string) => ({ driver_id: id, amount: 500, currency: "usd", method });
  const once = { "idempotency-key": `${name}-instant` };
  const first = await post("/v1/payments/payout", payout("instant"), once);
  const ids = new Set([first.json.id]);
  // Their timers fire during the deployment or after it.
  for (let i = 0; i < 3; i++) ids.add((await post("/v1/payments/payout", payout("standard"))).json.id);
  // The endpoint hears of all payouts of the account.
  const taken = () => takenAt(path).filter((payout_id) => ids.has(payout_id));
  const signup = { email: `${name}@example.com`, sandbox: true };
  const { signup_id } = (await callMinistack("/api/agent/signups", { json: signup })).json;
  return async () => {
    await eventually(async () => {
      const { data } = (await keyed(`/v1/payments?driver_id=${id}`)).json;
      const isOver = data?.length === 4 && data.every(({ status }: Json) => status === "completed");
      // Faster, the minute's quota of the key would be used up.
      if (!isOver) await sleep(1_000);
      return isOver;
    }, REMINDED_MS);
    await eventually(async () => new Set(taken()).size === 4, REMINDED_MS);
    expect(taken()).toHaveLength(4);
    expect(await post("/v1/payments/payout", payout("instant"), once)).toMatchObject({ text: first.text });
    await eventually(
      async () => (await callMinistack(`/api/agent/signups/${signup_id}`)).json.status !== "initiated",
      TIMEOUT_MS,
    );
  };
}

/** The receiver refuses each event once, so its second attempt comes during the deployment or after it. */
const refused = new Set<Received>();
receiver.answer = (received) => {
  const { path, json } = received;
  const isFirst = receiver.at(path).filter((each) => each.json.id === json.id).length === 1;
  if (isFirst) refused.add(received);
  return { status: isFirst ? 503 : 204 };
};
/** The payouts whose event an endpoint took. */
const takenAt = (path: string): string[] =>
  receiver.at(path).flatMap((each) => (refused.has(each) ? [] : [each.json.data.id]));

async function interrupted(name: string, project?: string): Promise<() => Promise<void>> {
  const ended = await inFlight(name);
  const before = await statefulOnMinistack();
  await deployOnMinistack(project);
  const after = await statefulOnMinistack();
  const kept = Object.keys(before).filter((id) => id in after);
  expect(kept.length).toBeGreaterThan(10);
  expect(Object.fromEntries(kept.map((id) => [id, after[id]]))).toEqual(
    Object.fromEntries(kept.map((id) => [id, before[id]])),
  );
  return ended;
}

(isInstalled ? describe : describe.skip)("on ministack", () => {
  let base: CopiedProject | undefined;
  let upgraded: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    if (hasBase) base = new CopiedProject(BASE);
    await deployOnMinistack(base?.dir);
    key = await ministackKey();
    if (base) upgraded = await interrupted("upgrade");
  }, 1_800_000);
  afterAll(() => {
    endMinistack();
  });

  withBase(
    "data, timers and messages of the last release end on this one, each once",
    async () => {
      await upgraded?.();
    },
    900_000,
  );

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
    const { secret } = (
      await post("/v1/webhooks", { url: receiver.url("/signed"), events: ["payment.completed"] })
    ).json;
    const driver = (await post("/v1/drivers", { email: "d@example.com", first_name: "D", last_name: "N" }))
      .json;
    const body = { driver_id: driver.id, amount: 500, currency: "usd", method: "instant" };
    const payout = (await post("/v1/payments/payout", body)).json;
    expect(payout.status).toBe("completed");
    const ofPayout = () => receiver.at("/signed").filter(({ json }) => json.data.id === payout.id);
    const [received] = await eventually(
      async () => (ofPayout().length > 0 ? ofPayout() : undefined),
      TIMEOUT_MS,
    );
    expect(received?.json).toMatchObject({ type: "payment.completed", data: { id: payout.id } });
    verifyWithStandardWebhooks(secret, received as Received);
  }, 240_000);

  withBase(
    "a roll back to the last release loses nothing, and neither does the way forward",
    async () => {
      const rolledBack = await interrupted("rollback", base?.dir);
      const { status, json } = await keyed("/v1/payments?limit=1");
      expect([status, json.total_count]).toEqual([200, 9]);
      // A release before the due index settles its own payouts only, so all are settled on the way forward.
      const forward = await interrupted("forward");
      await rolledBack();
      await forward();
    },
    1_800_000,
  );
});
