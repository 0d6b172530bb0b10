import { expect, test } from "@jest/globals";
import type { Call } from "../../infra/local/test/support/http.ts";
import { openForm, postForm } from "../support/cloud/browserless.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const PAGE = "/developers/sign-in/sandbox-key";

const cloud = await sharedCloud();

/** Sends the form of a new page, and follows it to the page that shows the key. */
async function askFor(call: Call) {
  const reply = await postForm(cloud, PAGE, {}, call);
  return reply.status === 303 ? cloud.call(reply.headers.location ?? "", call) : reply;
}

const keyIn = (page: string) => /<code data-made-key="[^"]+">(\w+)<\/code>/.exec(page)?.[1] ?? "";
const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

test("a reader gets a key that works in the sandbox for 24 hours", async () => {
  const { status, text, headers } = await askFor({ from: freshAddress() });
  expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  const key = keyIn(text);
  const json = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };
  const { status: made, json: driver } = await cloud.call("/v1/drivers", { json, ...withKey(key) });
  expect(made).toBe(201);
  const payout = { driver_id: driver.id, amount: 1_000, currency: "usd" };
  expect((await cloud.call("/v1/payments/payout", { json: payout, ...withKey(key) })).status).toBe(201);

  await cloud.advance("23h");
  expect((await cloud.call("/v1/drivers", withKey(key))).status).toBe(200);
  await cloud.advance("70m");
  const { status: ended, json: error } = await cloud.call("/v1/drivers", withKey(key));
  expect([ended, error.error.code]).toEqual([401, "api_key_revoked"]);
  expect(error.error.message).toMatch(
    /^The API key has expired\. .* get a new sandbox key in the documentation\.$/,
  );
});

test("a reader's key has a quota of 30 requests a minute", async () => {
  const key = keyIn((await askFor({ from: freshAddress() })).text);
  const statuses = new Set<number>();
  const read = async () => {
    const { status, headers } = await cloud.call("/v1/drivers", withKey(key));
    expect(headers["x-ratelimit-limit"]).toBe("30");
    statuses.add(status);
  };
  for (let i = 0; i < 60 && !statuses.has(429); i++) await read();
  expect(statuses).toEqual(new Set([200, 429]));
});

test("two readers have two accounts", async () => {
  const [ana, bo] = [
    keyIn((await askFor({ from: freshAddress() })).text),
    keyIn((await askFor({ from: freshAddress() })).text),
  ];
  const json = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };
  const { json: driver } = await cloud.call("/v1/drivers", { json, ...withKey(ana) });
  expect((await cloud.call(`/v1/drivers/${driver.id}`, withKey(bo))).status).toBe(404);
});

test("a form of another site gets no key", async () => {
  const call = { from: freshAddress() };
  const { status, text } = await (await openForm(cloud, PAGE, call)).post({ form_token: "guessed" });
  expect([status, keyIn(text)]).toEqual([403, ""]);
});

test("an address gets three keys a day", async () => {
  const call = { from: freshAddress() };
  for (let i = 0; i < 3; i++) expect(keyIn((await askFor(call)).text)).not.toBe("");
  const { status, headers, text } = await askFor(call);
  expect([status, keyIn(text)]).toEqual([429, ""]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(86_000);
  await cloud.advance("24h");
  expect(keyIn((await askFor(call)).text)).not.toBe("");
});

test("a key is shown once, and a form that is sent again makes no second one", async () => {
  const call = { from: freshAddress() };
  const form = await openForm(cloud, PAGE, call);
  const [first, again] = [await form.post(), await form.post()];
  const view = first.headers.location ?? "";
  expect([first.status, again.headers.location]).toEqual([303, view]);
  expect(keyIn((await cloud.call(view, call)).text)).not.toBe("");
  expect(await cloud.call(view, call)).toMatchObject({ status: 410 });
});

test("a key costs eight calls, and leaves a record of its account", async () => {
  await cloud.clearUsage();
  await askFor({ from: freshAddress() });
  const { "developer-sign-in": use } = await cloud.usage();
  expect(use).toMatchObject({
    calls: {
      ...{ "dynamodb:UpdateItem": 3, "dynamodb:TransactWriteItems": 1, "dynamodb:PutItem": 2 },
      ...{ "dynamodb:GetItem": 1, "dynamodb:DeleteItem": 1 },
    },
    writeUnits: 14,
    readUnits: 1,
  });
});
