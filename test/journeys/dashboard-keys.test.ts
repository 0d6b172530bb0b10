import { describe, expect, test } from "@jest/globals";
import { freshAddress } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import {
  accountOf,
  activitiesOf,
  DashboardVisitor,
  dashboardLinkAfter,
  keyIn,
} from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";

const TEST_KEYS = "/developers/keys/test";
const LIVE_KEYS = "/developers/keys/live";

const cloud = await sharedCloud();

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);

const create = async (visitor: DashboardVisitor, fields: Record<string, string> = {}, page = TEST_KEYS) =>
  keyIn(await visitor.post(page, `${page}/create`, { name: "Server", access: "all", ...fields }));

const idOn = async (visitor: DashboardVisitor, page = TEST_KEYS) =>
  pageOf(await visitor.call(page)).id("key");

const statusWith = async (key: string, path = "/v1/drivers") =>
  (await cloud.call(path, { headers: { authorization: `Bearer ${key}` }, from: freshAddress() })).status;

/** Its end after a last day is in winter.test.ts, whose clock passes weeks. */
describe("a key", () => {
  test("it is shown when its activity cannot be completed, and the activity does not say that it failed", async () => {
    const ana = await signedIn("Keys Unrecorded");
    const containing = `ACTIVITY#${await accountOf(ana)}`;
    await cloud.inject({ kind: "error", action: "dynamodb:UpdateItem", containing });
    const key = await create(ana);
    await cloud.inject();
    expect(await statusWith(key)).toBe(200);
    const [row = ""] = await activitiesOf(ana);
    expect(row).toContain("Create a test key");
    expect(row).not.toMatch(/failed/i);
  });

  test("its last use is written at most once an hour", async () => {
    const ana = await signedIn("Keys Four");
    const key = await create(ana);
    expect((await ana.call(TEST_KEYS)).text).toContain("Not used yet");
    const lastUse = async () => pageOf(await ana.call(TEST_KEYS)).row("Server").times[1] ?? "";
    await statusWith(key);
    const first = await lastUse();
    expect(first).not.toBe("");
    await cloud.advance("30m");
    await statusWith(key);
    expect(await lastUse()).toBe(first);
    await cloud.advance("31m");
    await statusWith(key);
    expect(Date.parse(await lastUse())).toBeGreaterThan(Date.parse(first));
  });
});

const rotate = async (visitor: DashboardVisitor, overlap: string, page = TEST_KEYS) =>
  visitor.post(page, `${page}/${await idOn(visitor, page)}/rotate`, { overlap });

test("during the overlap both keys work, and then only the new one, whose end no other rotation moves", async () => {
  const ana = await signedIn("Rotation One");
  const old = await create(ana);
  const id = await idOn(ana);
  for (const overlap of ["-1", "25", "1.5", "x", ""])
    expect([overlap, (await rotate(ana, overlap)).status]).toEqual([overlap, 400]);
  expect(await statusWith(old)).toBe(200);
  const key = keyIn(await rotate(ana, "1"));
  expect([await statusWith(old), await statusWith(key)]).toEqual([200, 200]);
  const again = await ana.post(TEST_KEYS, `${TEST_KEYS}/${id}/rotate`, { overlap: "24" });
  expect(again.status).toBe(409);
  await cloud.advance("61m");
  expect([await statusWith(old), await statusWith(key)]).toEqual([401, 200]);
});

test("without an overlap, the old key stops at once", async () => {
  const ana = await signedIn("Rotation Two");
  const old = await create(ana);
  const key = keyIn(await rotate(ana, "0"));
  expect([await statusWith(old), await statusWith(key)]).toEqual([401, 200]);
});

test("live keys need live access, and ten minutes after the emailed link another one", async () => {
  const ana = await signedIn("Live One");
  const refused = await ana.post(LIVE_KEYS, `${LIVE_KEYS}/create`, { name: "Server", access: "all" });
  expect([refused.status, keyIn(refused)]).toEqual([403, ""]);
  await cloud.command("verify-account", { account: await accountOf(ana) });
  const key = await create(ana, {}, LIVE_KEYS);
  expect([key, await statusWith(key)]).toEqual([expect.stringMatching(/^svc_live_/), 200]);

  await cloud.advance("11m");
  const reply = await ana.post(LIVE_KEYS, `${LIVE_KEYS}/create`, { name: "Server", access: "all" });
  expect([reply.status, reply.text]).toEqual([403, expect.stringContaining("Confirm it's you")]);
  const { next = "" } = pageOf(reply).form("Email me a link").hidden;
  expect(await create(ana)).toMatch(/^svc_test_/);
  const link = await dashboardLinkAfter(cloud, ana.email, () =>
    ana.post(LIVE_KEYS, "/developers/account/step-up", { next }),
  );
  const confirmed = await ana.openLink(link);
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, LIVE_KEYS]);
  expect(await create(ana, {}, LIVE_KEYS)).toMatch(/^svc_live_/);
});
