import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { backfillSignups } from "../../infra/tools/backfill-signups.ts";
import { keys } from "../../shared/store/keys/keys.ts";
import { startEngine } from "../support/cloud/engine.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const CREATED = "2126-11-21T09:30:00.000Z";
const DISOWNED = "2126-12-01T09:30:00.000Z";

test("an older signup gets its day of erasure, a disowned one is declined, and a confirmed one stays as it is", async () => {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const put = async (id: string, status: string, more: object = {}) => {
    const signup = { signup_id: id, status, partner_id: null };
    const email = `${id}@example.com`;
    const live = { ...signup, mode: "live", email, created_at: CREATED, mails: [CREATED], ...more };
    for (const Item of [
      { ...keys.signup(id), ...live },
      { ...keys.signupEmail(email), ...signup },
    ])
      await table.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item }));
  };
  await put("waiting", "initiated");
  await put("refused", "initiated", { disowned: DISOWNED });
  await put("regretted", "waitlist_joined", { disowned: DISOWNED });
  await put("confirmed", "waitlist_joined");
  await put("opened", "account_opened", { disowned: DISOWNED });
  const states = async () =>
    Object.fromEntries(
      (await engine.items()).map(({ pk, signup_id, status, expires_at, ttl }) => [
        `${String(pk).split("#")[0]} ${signup_id}`,
        [status, expires_at, ttl && new Date(Number(ttl) * 1000).toISOString()],
      ]),
    );

  expect(await backfillSignups(new DynamoDBClient({}), process.env.TABLE_NAME ?? "")).toBe(3);
  const after = await states();
  const [waiting, declined] = ["2127-02-19T09:30:00.000Z", "2127-03-01T09:30:00.000Z"];
  for (const noun of ["SIGNUP", "SIGNUP_EMAIL"]) {
    expect(after[`${noun} waiting`]).toEqual(["initiated", waiting, waiting]);
    expect(after[`${noun} refused`]).toEqual(["declined", declined, declined]);
    expect(after[`${noun} regretted`]).toEqual(["declined", declined, declined]);
    expect(after[`${noun} confirmed`]).toEqual(["waitlist_joined", undefined, undefined]);
    expect(after[`${noun} opened`]).toEqual(["account_opened", undefined, undefined]);
  }
  expect(await backfillSignups(new DynamoDBClient({}), process.env.TABLE_NAME ?? "")).toBe(0);
  expect(await states()).toEqual(after);
  table.destroy();
});
