import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { backfillDirectories } from "../../infra/tools/backfill-directories.ts";
import { startSignup } from "../../shared/domain/signup/signup.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { releases } from "../support/releases/read-release.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
let client: DynamoDBClient;
let store: typeof import("../../shared/store/signup/waitlist.ts") &
  typeof import("../../shared/store/signup/signups.ts") &
  typeof import("../../shared/store/signup/signup-directory.ts") &
  typeof import("../../shared/store/account/partner-directory.ts");
beforeAll(async () => {
  engine = await startEngine();
  client = new DynamoDBClient({});
  store = {
    ...(await import("../../shared/store/signup/waitlist.ts")),
    ...(await import("../../shared/store/signup/signups.ts")),
    ...(await import("../../shared/store/signup/signup-directory.ts")),
    ...(await import("../../shared/store/account/partner-directory.ts")),
  };
});
afterAll(() => {
  client.destroy();
  engine.stop();
});

/** Runs the backfill to its end, or to its first page. */
async function run(resume?: string, isFirstOnly = false) {
  const table = process.env.TABLE_NAME ?? "";
  let last: Awaited<ReturnType<ReturnType<typeof backfillDirectories>["next"]>>["value"];
  for await (const progress of backfillDirectories(client, table, resume)) {
    last = progress;
    if (isFirstOnly) break;
  }
  return last;
}

test.each(releases)(
  "release $release's partners, waitlist and signups can be listed after it",
  async (release) => {
    for (const Item of release.items)
      await client.send(new PutItemCommand({ TableName: process.env.TABLE_NAME, Item }));
    const now = new Date(release.recorded_at);
    const listed = async () => ({
      waitlist: (await store.listWaitlist(undefined, 100)).entries.map(({ email }) => email),
      partners: (await store.listPartners(undefined, 100)).slugs,
      signups: (await store.listSignups({ since: new Date(0) }, 100, now)).signups.map(
        ({ status }) => status,
      ),
    });
    expect(await listed()).toEqual({ waitlist: [], partners: [], signups: [] });

    const { added, read, resume } = (await run()) ?? {};
    expect([added, read, resume]).toEqual([5, release.items.length, undefined]);
    expect(await listed()).toEqual({
      waitlist: ["list@person.example"],
      partners: ["acme-fleet"],
      signups: ["initiated", "waitlist_joined", "initiated"],
    });
    expect(await store.listPartnersOf("OPS@acme.example")).toEqual(["acme-fleet"]);
    const rows = await engine.items();
    expect((await run())?.added).toBe(0);
    expect(await engine.items()).toEqual(rows);
  },
);

test("it continues where another run ended, and corrects the row of a signup that an old function confirmed", async () => {
  // More than a page of a scan, which is a megabyte.
  const signups = Array.from({ length: 12 }, (_, i) =>
    startSignup(
      { email: `page${i}@example.com`, name: "A".repeat(100) },
      new Date("2126-11-21T09:30:00.000Z"),
    ),
  );
  const { DynamoDBDocumentClient, GetCommand, PutCommand } = await import("@aws-sdk/lib-dynamodb");
  const { keys } = await import("../../shared/store/keys/keys.ts");
  const table = DynamoDBDocumentClient.from(client);
  const TableName = process.env.TABLE_NAME;
  for (const signup of signups) {
    const key = keys.signup(signup.signup_id);
    await table.send(new PutCommand({ TableName, Item: { ...key, ...signup, filler: "x".repeat(200_000) } }));
  }
  const first = await run(undefined, true);
  expect(first?.resume).toMatch(/^[A-Z_]+#\S+ \S+$/);
  const rest = await run(first?.resume);
  expect(Number(first?.added) + Number(rest?.added)).toBe(12);

  const [confirmed] = signups;
  const { expires_at: _, ...stays } = { ...confirmed, status: "waitlist_joined" as const };
  await table.send(
    new PutCommand({ TableName, Item: { ...keys.signup(String(stays.signup_id)), ...stays } }),
  );
  expect((await run())?.added).toBe(1);
  const Key = keys.signupDirectory(String(stays.created_at), String(stays.signup_id));
  const { Item } = await table.send(new GetCommand({ TableName, Key }));
  expect(Item).toEqual({ ...Key, status: "waitlist_joined" });
});
