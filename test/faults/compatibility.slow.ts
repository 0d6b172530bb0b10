import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { Cloud, freshAddress } from "../support/cloud/cloud.ts";
import { CopiedProject } from "../support/cloud/copied-project.ts";
import { linkIn, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";
import { earningsPartner } from "../support/partner/earnings.ts";
import { payoutTo, expectPaidOnce, PAYOUTS } from "../support/partner/payouts.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { settledDay } from "../support/partner/settled-day.ts";
import { scriptedEndpoint, verifyWithStandardWebhooks } from "../support/partner/scripted-endpoint.ts";

/** The release that this work must understand, and that must understand this work. */
const BASE = readFileSync(join(import.meta.dirname, "compatibility-base.txt"), "utf8").trim();
const hasBase =
  spawnSync("git", ["cat-file", "-e", `${BASE}^{tree}`], { cwd: import.meta.dirname }).status === 0;
if (!hasBase) process.stderr.write(`Skipped: this history has no ${BASE} (git fetch --unshallow)\n`);

/** Begins something on the writer. The function that it returns ends it on the reader. */
type Ending = (reader: "base" | "present") => Promise<unknown>;
type Step = (cloud: Cloud) => Promise<Ending>;

const statusOf = async (cloud: Cloud, id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json.status;

/** An event, for a receiver that answers so. Its attempts have the writer's signature or the reader's. */
async function delivery(cloud: Cloud, answers = [{ status: 204 }]) {
  const partner = await newPartner(cloud);
  const endpoint = await scriptedEndpoint(receiver, partner, { answers });
  const { id } = await partner.driver();
  const ending = async () => {
    await endpoint.settled("delivered");
    expect(endpoint.got().map(({ json }) => json.data.id)).toEqual(answers.map(() => id));
    for (const received of endpoint.got()) verifyWithStandardWebhooks(endpoint.secret, received);
  };
  return { endpoint, ending };
}

const heldEvent: Step = async (cloud) => (await delivery(cloud)).ending;
const heldEmail: Step = async (cloud) => {
  const { email } = await newSignup(cloud);
  return async () => expect(await mailsTo(cloud, email)).toHaveLength(1);
};

const heldBatch: Step = async (cloud) => {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  const payouts = [payoutTo(id), payoutTo(id, { amount: 1 }), payoutTo(id)];
  const batch = await partner.create("/v1/payments/batches", { payouts });
  return async () => {
    const counts = { total: 3, pending: 0, created: 2, rejected: 1 };
    expect(await partner.read(`/v1/payments/batches/${batch.id}`)).toMatchObject({ counts });
    expect((await partner.read(`/v1/payments?driver_id=${id}`)).total_count).toBe(2);
  };
};

const steps: Record<string, Step> = {
  // The first, because a day passes in it.
  "a settlement keeps its bytes": async (cloud) => {
    const partner = await newPartner(cloud);
    await partner.payout((await partner.driver()).id, { method: "instant" });
    const path = `/v1/settlements/${await settledDay(cloud)}`;
    const texts = async () => [
      (await partner.get(path)).text,
      (await partner.call(path, { headers: { accept: "text/csv" } })).text,
    ];
    const before = await texts();
    return async () => expect(await texts()).toEqual(before);
  },
  "a receipt keeps its bytes, and names a key that is served": async (cloud) => {
    const { email } = await newSignup(cloud);
    const link = linkIn(await mailTo(cloud, email));
    await postForm(cloud, link, { consent: "yes" });
    const receipt = async () => (await cloud.call(`${link}/receipt`)).text;
    const before = await receipt();
    return async () => {
      expect(await receipt()).toBe(before);
      const { kid } = JSON.parse(Buffer.from(before.split(".")[0] ?? "", "base64url").toString());
      const { keys } = (await cloud.call("/.well-known/jwks.json")).json;
      expect(keys.map((key: Json) => key.kid)).toContain(kid);
    };
  },
  "a sandbox signup half way continues to its end": async (cloud) => {
    const { signup_id: id } = await newSignup(cloud, { sandbox: true });
    await cloud.advance("61s");
    expect(await statusOf(cloud, id)).toBe("waitlist_joined");
    return async () => expect(await statusOf(cloud, id)).toBe("account_opened");
  },
  "a live signup is found by its address, and its emailed link confirms it": async (cloud) => {
    const { signup_id: id, email } = await newSignup(cloud);
    const link = linkIn(await mailTo(cloud, email));
    return async () => {
      const again = await cloud.post(SIGNUPS, { email }, { from: freshAddress() });
      expect(again.json.signup_id).toBe(id);
      expect((await postForm(cloud, link, { consent: "yes" })).status).toBe(303);
      expect(await statusOf(cloud, id)).toBe("waitlist_joined");
    };
  },
  "items are read, changed, listed and counted": async (cloud) => {
    const partner = await newPartner(cloud);
    const payouts: Json[] = [];
    for (const n of ["1", "2", "3"])
      payouts.push(await partner.driver({ external_id: n, ssn_last4: "1234", metadata: { n } }));
    await partner.bankAccount(payouts[0].id, "0000");
    return async () => {
      for (const { id, external_id, metadata } of payouts)
        expect(await partner.read(`/v1/drivers/${id}`)).toMatchObject({ external_id, metadata });
      const path = `/v1/drivers/${payouts[1].id}`;
      expect((await partner.call(path, { method: "PATCH", json: { last_name: "Li" } })).status).toBe(200);
      const fourth = await partner.driver();
      const { data, total_count } = await partner.read("/v1/drivers");
      expect(data.map(({ id }: Json) => id)).toEqual([fourth, ...payouts.reverse()].map(({ id }) => id));
      expect([total_count, data[2].last_name]).toEqual([4, "Li"]);
      expect((await partner.read(`/v1/drivers/${payouts[2].id}/bank-accounts`)).data).toHaveLength(1);
    };
  },
  "an idempotency key gets the same answer to the byte, or a conflict": async (cloud) => {
    const partner = await newPartner(cloud);
    const { id } = await partner.driver();
    const pay = (more = {}) =>
      partner.post(PAYOUTS, payoutTo(id, { method: "instant", ...more }), { "idempotency-key": "shift-1" });
    const first = await pay();
    await cloud.advance("0s");
    return async () => {
      expect(await pay()).toMatchObject({ status: 201, text: first.text });
      expect((await pay({ amount: 20_000 })).status).toBe(409);
      await expectPaidOnce(partner, id);
    };
  },
  "a session of the dashboard stays signed in, and creates a key that works": async (cloud) => {
    const visitor = await new DashboardVisitor(cloud).signIn("Acme");
    const keys = "/developers/keys/test";
    return async () => {
      const key = keyIn(await visitor.post(keys, `${keys}/create`, { name: "Server", access: "all" }));
      const call = { headers: { authorization: `Bearer ${key}` } };
      expect((await cloud.call("/v1/drivers", call)).status).toBe(200);
    };
  },
  "a consent is allowed, and a connected platform keeps its earnings": async (cloud) => {
    const partner = await earningsPartner(cloud);
    const driver = await partner.newDriver();
    await partner.connect(driver, "uber");
    const { lifetime_earnings: before } = (await partner.call(`/drivers/${driver}`)).json;
    const { state } = (await partner.ask(driver)).json;
    return async () => {
      expect((await postForm(cloud, `/connect/${state}`, { decision: "allow" })).status).toBe(303);
      const { platforms_connected, lifetime_earnings } = (await partner.call(`/drivers/${driver}`)).json;
      expect(platforms_connected.sort()).toEqual(["doordash", "uber"]);
      expect(lifetime_earnings).toBeGreaterThan(before);
    };
  },
  "a tax form keeps its id, its sum and its link": async (cloud) => {
    const partner = await newPartner(cloud);
    const { id } = await partner.driver({ ssn_last4: "4321" });
    await partner.payout(id, { amount: 300_000, method: "instant" });
    await cloud.advance("0s");
    const path = `/v1/tax/${id}/1099?year=${new Date(await cloud.now()).getUTCFullYear()}`;
    const form = await partner.read(path);
    return async () => {
      const { id: same, gross_amount } = await partner.read(path);
      expect([same, gross_amount]).toEqual([form.id, 300_000]);
      expect((await cloud.call(form.pdf_url.slice(cloud.url.length))).status).toBe(200);
    };
  },
  "a running timer settles a payout once": async (cloud) => {
    const partner = await newPartner(cloud);
    const { id } = await partner.driver();
    const payout = await partner.payout(id, { method: "standard" });
    await cloud.advance("0s");
    expect((await partner.read(`/v1/payments/${payout.id}`)).status).toBe("pending");
    return async () => expectPaidOnce(partner, id);
  },
  "a failed delivery gets its next attempt": async (cloud) => {
    const { endpoint, ending } = await delivery(cloud, [{ status: 500 }, { status: 204 }]);
    await endpoint.arrived(1);
    await cloud.advance("0s");
    return ending;
  },
};

/** From then on, until the writer is killed, a call of the function that they wait for fails. */
const failing = (caller: string, action: string) => ({ kind: "error" as const, caller, action });
const heldSteps: [name: string, Step, fault: ReturnType<typeof failing>][] = [
  ["a message in the queue of deliveries", heldEvent, failing("deliver-webhook", "dynamodb:GetItem")],
  ["a message in the queue of events", heldEvent, failing("fan-out-event", "dynamodb:Query")],
  ["a batch in its queue", heldBatch, failing("make-payouts", "dynamodb:GetItem")],
  ["a message in the queue of emails", heldEmail, failing("send-mail", "ses:SendEmail")],
  ["an event that the relay did not see", heldEvent, failing("relay-events", "sqs:SendMessage")],
  ["an outbox entry of an email", heldEmail, failing("relay-outbox", "sqs:SendMessage")],
];

const trees = hasBase ? { base: new CopiedProject(BASE), present: new CopiedProject() } : undefined;
const receiver = await Receiver.start();

(trees ? describe : describe.skip).each([
  ["base", "present"],
  ["present", "base"],
] as const)("what the %s wrote until it was killed, the %s continues", (writer, reader) => {
  const endings = new Map<string, Ending>();

  beforeAll(async () => {
    const dataDir = newFolder();
    const { [writer]: first, [reader]: second } = trees as NonNullable<typeof trees>;
    await first.start("--data", dataDir, "--quiet");
    // The reader has the same address, so the clients of the writer call it.
    second.url = first.url;
    const cloud = new Cloud({ url: first.url, assembly: "", dataDir, timeScale: 1, process: undefined });
    for (const [name, begin] of Object.entries(steps)) endings.set(name, await begin(cloud));
    for (const [i, [name, begin, fault]] of heldSteps.entries()) {
      await cloud.inject(...heldSteps.slice(0, i + 1).map(([, , each]) => each));
      const invocations = async () => (await cloud.usage())[fault.caller]?.invocations ?? 0;
      const before = await invocations();
      endings.set(name, await begin(cloud));
      await eventually(async () => (await invocations()) > before);
    }
    await first.stop("SIGKILL");
    await second.start("--data", dataDir, "--quiet");
    await cloud.advance("10m");
  });
  afterAll(() => trees?.[reader].stop());

  test.each(Object.keys(steps))("%s", async (name) => endings.get(name)?.(reader));
  test.each(heldSteps)("%s arrives once", async (name) => endings.get(name)?.(reader));
});
