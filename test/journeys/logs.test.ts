import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { freshAddress, startCloud } from "../support/cloud/cloud.ts";

const person = {
  email: "quinn.personal@example.org",
  name: "Quinnabelle",
  platforms: ["doordash"],
  agent: { name: "SecretHelperAgent", client: "PrivateClient", version: "v77beta" },
};
const company = {
  company: "Hushhush Couriers",
  email: "founder.hush@example.org",
  website: "https://hush.example",
};
const income = "123454.32";

/** Everything personal in the journey below, in every form in which it could leak. */
const personal = [
  "quinn.personal",
  "example.org",
  "Quinnabelle",
  "SecretHelperAgent",
  "PrivateClient",
  "v77beta",
  "doordash",
  "hush",
  "Hush",
  income,
  "127.9.9.9",
  "svc_sgn_",
];

let startedSignups = 6;

const cloud = await startCloud({ timeScale: 60 });
const from = "127.9.9.9";
const post = (path: string, json: object) => cloud.post(path, json, { from });
const signups = "/api/agent/signups";

const live = (await post(signups, person)).json;
await post(signups, person);
await cloud.call(`${signups}/${live.signup_id}`);
const sandbox = (await post(signups, { ...person, sandbox: true })).json;
await eventually(
  async () => (await cloud.call(`${signups}/${sandbox.signup_id}`)).json.status === "account_opened",
);
await post(signups, { ...person, sanbox: true });
await post(signups, { ...person, email: "quinn.personal@" });
await post(signups, { ...person, partner_id: "hush-nobody" });
// A virtual minute takes a second. A machine too slow for the limit of a minute reaches that of a day.
for (let isLimited = false; !isLimited; startedSignups += 40) {
  const replies = await Promise.all(Array.from({ length: 40 }, () => post(signups, person)));
  isLimited = replies.some(({ status }) => status === 429);
}
await post("/api/agent/partners", company);
await cloud.call(`/api/agent/eligibility?filing_status=single&magi=${income}`);
await cloud.call(`/api/agent/eligibility?filing_status=Quinnabelle&magi=${income}`);
await post("/api/waitlist", { email: person.email, name: person.name });
await cloud.call(`/signup/${live.signup_id}`);
await cloud.call(`/nowhere/${person.email}`);
await cloud.inject({ kind: "error", action: "dynamodb:TransactWriteItems", containing: "WAITLIST#" });
await cloud.call("/api/waitlist", { method: "POST", json: { email: person.email }, from: freshAddress() });
await eventually(async () => cloud.logs().includes('"message":"fault"'));
await cloud.end();
const lines = cloud
  .logs()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test.each(personal)("the logs do not contain %p", (secret) => expect(cloud.logs()).not.toContain(secret));

test("each request is one JSON log line", () => {
  const requests = lines.filter(({ message }) => message === "request");
  for (const line of requests) {
    expect(line).toMatchObject({
      level: "INFO",
      operation: expect.stringMatching(/^[a-z-]+$/),
      status: expect.any(Number),
      duration_ms: expect.any(Number),
      request_id: expect.any(String),
      cold_start: expect.any(Boolean),
    });
  }
  const ids = requests.map(({ request_id }) => request_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(requests.filter(({ operation }) => operation === "start-signup")).toHaveLength(startedSignups);
});

test("a fault is logged as such, and rate-limited requests are counted", () => {
  expect(lines).toContainEqual(
    expect.objectContaining({ level: "ERROR", message: "fault", operation: "join-waitlist" }),
  );
  const metrics = lines.filter((line) => "RateLimited" in line);
  expect(metrics.length).toBeGreaterThan(0);
  expect(metrics[0]).toMatchObject({
    operation: "start-signup",
    range: "default",
    RateLimited: 1,
    _aws: expect.any(Object),
  });
});
