import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Grant } from "../../infra/local/iam.ts";
import { Template } from "../../infra/local/template.ts";
import { commands, operations, pages, timers, workers } from "../../shared/contract/service.ts";
import { postForm } from "../support/browserless.ts";
import { type Cloud, endClouds, eventually, freshAddress, freshEmail, startCloud } from "../support/cloud.ts";
import { linkIn, mailTo } from "../support/mailbox.ts";
import { assemblyDir } from "../support/synthesise.ts";

const SIGNUPS = "/api/agent/signups";

const template = new Template(assemblyDir);
const [table = ""] = template.ids("AWS::DynamoDB::Table");
const [deadLetters = ""] = template.ids("AWS::SQS::Queue").filter((id) => id.startsWith("Relay"));

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud({ timeScale: 1200 });
  await journey();
});
afterAll(endClouds);

const post = async (path: string, json: object, status: number) => {
  const reply = await cloud.post(path, json, { from: freshAddress() });
  if (reply.status !== status) throw new Error(`POST ${path} answered ${reply.status}`);
  return reply.json;
};

const get = async (path: string) => {
  const reply = await cloud.call(path);
  if (reply.status !== 200) throw new Error(`GET ${path} answered ${reply.status}`);
  return reply.json;
};

/** Does everything that the service can do, and throws when any of it does not work. */
async function journey(): Promise<void> {
  const before = linesByOperation();
  const partner = await post("/api/agent/partners", { company: freshEmail(), email: freshEmail() }, 201);
  await post(SIGNUPS, { email: freshEmail(), partner_id: partner.partner_id }, 201);
  const { signup_id } = await post(SIGNUPS, { email: freshEmail(), sandbox: true }, 201);
  await post("/api/waitlist", { email: freshEmail() }, 200);
  for (const path of ["/", "/health", "/api/agent/product", "/api/openapi.json"]) await get(path);
  await get("/api/agent/eligibility?filing_status=single&magi=1");
  if ((await cloud.call("/nowhere")).json.error.code !== "route_not_found")
    throw new Error("Unknown routes are not answered");
  await ownersJourney();
  const letters = (await cloud.queue(deadLetters)).length;
  await cloud.putItem(table, {
    pk: { S: `OUTBOX#${freshEmail()}` },
    sk: { S: "OUTBOX" },
    kind: { S: "nonsense" },
  });
  await eventually(async () => (await cloud.queue(deadLetters)).length > letters, 1_500);
  await eventually(async () => (await get(`${SIGNUPS}/${signup_id}`)).status === "account_opened", 1_500);
  await eventually(async () => {
    const after = linesByOperation();
    return LOGGED.every((name) => (after.get(name) ?? 0) > (before.get(name) ?? 0));
  }, 500);
}

/** Asks for the link again, disowns one signup, and confirms another, whose account is then opened. */
async function ownersJourney(): Promise<void> {
  const [mine, other] = [await liveSignup(), await liveSignup()];
  await postForm(cloud, `/signup/${mine.signup_id}`, {}, { from: freshAddress() });
  await mailTo(cloud, mine.email, 2, 1_500);
  const [link, unwanted] = [
    linkIn(await mailTo(cloud, mine.email, 2)),
    linkIn(await mailTo(cloud, other.email)),
  ];
  if ((await postForm(cloud, `${unwanted}/not-me`)).status !== 200) throw new Error("Cannot disown");
  if ((await postForm(cloud, link, { consent: "yes" })).status !== 303) throw new Error("Cannot confirm");
  const opened = await cloud.command("open-account", { signup_id: mine.signup_id, reason: "test" });
  if (!opened.ok) throw new Error(opened.message);
}

async function liveSignup() {
  const email = freshEmail();
  const { signup_id } = await post(SIGNUPS, { email }, 201);
  await mailTo(cloud, email, 1, 1_500);
  return { signup_id, email };
}

const LOGGED = [
  ...[...operations, ...pages, ...timers, ...commands, workers.sendMail].map(({ name }) => name),
  "unknown-route",
  "relay-outbox",
];

/** How many lines each function has logged: the relay's name no operation. */
function linesByOperation(): Map<string, number> {
  const names = cloud
    .logs()
    .trim()
    .split("\n")
    .map((line) => /"operation":"([^"]+)"/.exec(line)?.[1] ?? "relay-outbox");
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, lines]) => [name, lines.length]));
}

/** SES's feedback comes over a topic, which is not run here: the function has a test of its own. */
const isForFeedback = (role: string) => role.startsWith("SuppressAddress");

describe("without any one grant, something that the service does fails", () => {
  test("and with all of them, nothing does", async () => {
    await journey();
  });

  test("grant by grant", async () => {
    const grants = (await cloud.grants()).filter(({ role }) => !isForFeedback(role));
    expect(grants.length).toBeGreaterThan(15);
    const needless: Grant[] = [];
    for (const grant of grants) {
      await cloud.revoke(grant);
      const failed = await journey().then(
        () => false,
        () => true,
      );
      if (!failed) needless.push(grant);
    }
    await cloud.revoke();
    expect(needless).toEqual([]);
    await journey();
  }, 180_000);
});
