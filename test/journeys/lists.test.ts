import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const idsOf = (entries: Json[]) => entries.map(({ id, platform }) => id ?? platform);

const pageOf = (by: Partner, path: string, more: string) =>
  by.read(`${path}${path.includes("?") ? "&" : "?"}limit=2${more}`);

/** Pages forward to the end and back to the start, and expects the same objects each way. */
async function expectBothWays(by: Partner, path: string, expected: string[]): Promise<void> {
  const page = (more: string) => pageOf(by, path, more);
  const forward: string[] = [];
  for (let after = ""; ; ) {
    const { data, has_more } = await page(after);
    forward.push(...idsOf(data));
    if (!has_more) break;
    after = `&starting_after=${idsOf(data).at(-1)}`;
  }
  expect(forward).toEqual(expected);
  await cloud.advance("31s");
  const back: string[] = [];
  for (let before = expected.at(-1); ; ) {
    const { data, has_more, total_count } = await page(`&ending_before=${before}`);
    expect(total_count).toBe(expected.length);
    back.unshift(...idsOf(data));
    if (!has_more) break;
    before = idsOf(data)[0];
  }
  expect(back).toEqual(expected.slice(0, -1));
  expect((await page(`&starting_after=${expected.at(-1)}`)).data).toEqual([]);
  expect((await page(`&ending_before=${expected[0]}`)).data).toEqual([]);
}

/** Pages to the end, and deletes the objects of each page before it asks for the next. */
async function deleteAll(by: Partner, path: string, expected: string[]): Promise<void> {
  const [at] = path.split("?");
  const seen: string[] = [];
  for (let after = ""; ; after = `&starting_after=${seen.at(-1)}`) {
    const { data, has_more } = await pageOf(by, path, after);
    seen.push(...idsOf(data));
    for (const id of idsOf(data))
      expect((await by.call(`${at}/${id}`, { method: "DELETE" })).status).toBe(200);
    if (!has_more) break;
  }
  expect(seen).toEqual(expected);
}

/** Five objects, the newest first. */
async function created(make: (i: number) => Promise<Json>): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift(idsOf([await make(i)])[0]);
  return ids;
}

const HOOK = { url: "http://localhost:9/", events: ["payment.failed"] };
const EXPENSE = { category: "supplies", amount: 100, business_share: 100 };
const date = new Date().toISOString().slice(0, 10);
/** Connections are in the order of their names. */
const PLATFORMS = ["uber", "lyft", "instacart", "grubhub", "doordash"];

async function connect(by: Partner, driver: string, i: number): Promise<Json> {
  const body = { platform: PLATFORMS[i], redirect_url: "https://app.example.com/back" };
  const { state } = await by.create(`/v1/earnings/${driver}/connect`, body);
  await postForm(cloud, `/connect/${state}`, { decision: "allow" });
  return body;
}

/** Each list, and how the partner makes an object of it. */
const lists: Record<string, (by: Partner, driver: string, i: number) => Promise<Json>> = {
  "/v1/payments": (by, id) => by.payout(id),
  "/v1/payments?driver_id=ID": (by, id) => by.payout(id),
  "/v1/drivers": (by, id, i) => (i === 0 ? by.read(`/v1/drivers/${id}`) : by.driver()),
  "/v1/drivers?metadata[team]=red": (by) => by.driver({ metadata: { team: "red" } }),
  "/v1/drivers/ID/bank-accounts": (by, id) => by.bankAccount(id, "6789"),
  "/v1/webhooks": (by) => by.create("/v1/webhooks", HOOK),
  "/v1/earnings/ID/connections": connect,
  "/v1/tax/ID/mileage": (by, id) => by.create(`/v1/tax/${id}/mileage`, { miles: 1, date }),
  "/v1/tax/ID/expenses": (by, id) => by.create(`/v1/tax/${id}/expenses`, { ...EXPENSE, date }),
};

describe("a cursor", () => {
  test.each(Object.entries(lists))(
    "of %s leads in both directions, and outlives its object",
    async (list, make) => {
      const company = await newPartner(cloud);
      const { id } = await company.driver();
      const path = list.replace("ID", id);
      const ids = await created((i) => make(company, id, i));
      await expectBothWays(company, path, ids);
      // A payout stays. Each list that can lose objects is read to its end while it does.
      if (!path.startsWith("/v1/payments")) await deleteAll(company, path, ids);
    },
  );

  test("of events and deliveries leads in both directions", async () => {
    const { id } = await partner.create("/v1/webhooks", HOOK);
    const pings = await created(() => partner.create(`/v1/webhooks/${id}/ping`, undefined));
    await expectBothWays(partner, `/v1/webhooks/${id}/deliveries`, pings);
    for (let i = 0; i < 3; i++) await partner.driver();
    await expectBothWays(partner, "/v1/events", idsOf((await partner.read("/v1/events?limit=100")).data));
  });

  test("it takes any id of the list's kind, and shows the caller's own objects only", async () => {
    const company = await newPartner(cloud);
    const stranger = await newPartner(cloud);
    const before = await company.driver();
    const foreign = await stranger.driver();
    const after = await company.driver();
    const [lowest, highest] = [`drv_${"0".repeat(26)}`, `drv_${"z".repeat(26)}`];
    const idsBy = async (...queries: string[]) => {
      const lists = queries.map((query) => company.read(`/v1/drivers?${query}`));
      return (await Promise.all(lists)).map(({ data }) => idsOf(data));
    };
    // Until then, an older neighbour of theirs could still appear.
    expect(await idsBy(`ending_before=${lowest}`)).toEqual([[]]);
    await cloud.advance("31s");
    const [begin, end] = ["ending_before", "starting_after"];
    expect(await idsBy(`${end}=${foreign.id}`, `${begin}=${foreign.id}`)).toEqual([[before.id], [after.id]]);
    const both = [after.id, before.id];
    expect(await idsBy(`${end}=${lowest}`, `${begin}=${lowest}`)).toEqual([[], both]);
    expect(await idsBy(`${end}=${highest}`, `${begin}=${highest}`)).toEqual([both, []]);
    const never = await company.read(`/v1/earnings/${before.id}/connections?ending_before=uber`);
    expect(never.data).toEqual([]);
  });

  test("its newest page says when to ask again, where a list can be followed and has no filter", async () => {
    const { id } = await partner.driver();
    await partner.driver();
    await cloud.advance("31s");
    const first = `drv_${"0".repeat(26)}`;
    const hint = async (path: string) => (await partner.get(path)).headers["retry-after"];
    expect(
      await hint(`/v1/drivers?ending_before=${first}&limit=100&created_after=2026-01-01T00:00:00Z`),
    ).toBe("10");
    expect(await hint(`/v1/settlements?ending_before=2026-01-01`)).toBe("10");
    for (const path of [
      "/v1/drivers",
      `/v1/drivers?ending_before=${first}&limit=1`,
      `/v1/drivers?ending_before=${first}&external_id=none`,
      `/v1/earnings/${id}/connections?ending_before=uber`,
    ])
      expect([path, await hint(path)]).toEqual([path, undefined]);
  });

  test("a malformed one, one of another kind and two of them are refused", async () => {
    const { id } = await partner.driver();
    for (const path of [
      `/v1/drivers?ending_before=${id}&starting_after=${id}`,
      `/v1/drivers?ending_before=pay_${"0".repeat(26)}`,
      `/v1/webhooks?ending_before=${id}`,
      `/v1/drivers/${id}/bank-accounts?ending_before=nonsense`,
      `/v1/earnings/${id}/connections?ending_before=Uber`,
    ])
      expect(errorOf(await partner.get(path))).toEqual([400, "parameter_invalid", "ending_before"]);
  });
});

/** Expects that each query finds these drivers, by their letters and the newest first. */
async function expectDrivers(by: Partner, [a, b, c]: Json[], expected: Record<string, string>) {
  const letters: Record<string, string> = { [a.id]: "a", [b.id]: "b", [c.id]: "c" };
  const found: Record<string, unknown> = {};
  for (const query of Object.keys(expected)) {
    const { data, total_count, has_more } = await by.read(`/v1/drivers?${query}`);
    const isWhole = total_count === data.length && !has_more;
    found[query] = isWhole ? data.map(({ id }: Json) => letters[id]).join("") : { total_count, has_more };
  }
  expect(found).toEqual(expected);
}

test("email, external id, metadata and time find exactly the matching drivers, alone and together", async () => {
  const company = await newPartner(cloud);
  const team = (name: string, more: object = {}) =>
    company.driver({ metadata: { team: name, "a b": "&=" }, ...more });
  const a = await team("north", { email: "Bo@Example.com", external_id: "crew-1" });
  const b = await team("north");
  const c = await team("south", { email: "bo@example.com" });
  const expectFound = (queries: Record<string, string>) => expectDrivers(company, [a, b, c], queries);
  await expectFound({
    "email=BO@example.com": "ca",
    "external_id=crew-1": "a",
    "external_id=crew-2": "",
    "metadata[team]=north": "ba",
    "metadata[a%20b]=%26%3D": "cba",
    "metadata[team]=north&email=bo@example.com": "a",
    [`metadata[team]=north&created_after=${a.created_at}`]: "b",
    [`created_before=${c.created_at}`]: "ba",
    [`created_after=${a.created_at}&created_before=${c.created_at}`]: "b",
  });
  await company.call(`/v1/drivers/${a.id}`, { method: "PATCH", json: { metadata: { team: "south" } } });
  await expectFound({ "metadata[team]=north": "b", "metadata[team]=south": "ca" });
  await company.call(`/v1/drivers/${c.id}`, { method: "DELETE" });
  await expectFound({ "metadata[team]=south": "a", "created_after=2026-01-01T00:00:00Z": "ba" });
});

test("filters of events find those about a driver and about one object", async () => {
  const [driver, other] = [await partner.driver(), await partner.driver()];
  const account = await partner.bankAccount(driver.id, "6789");
  const payout = await partner.payout(driver.id);
  await partner.payout(other.id);
  const typesOf = async (query: string) => {
    const { data, total_count } = await partner.read(`/v1/events?${query}`);
    expect(total_count).toBe(data.length);
    return data.map(({ type }: Json) => type);
  };
  expect(await typesOf(`driver_id=${driver.id}`)).toEqual([
    "payment.completed",
    "driver.bank_account.added",
    "driver.created",
  ]);
  expect(await typesOf(`object_id=${payout.id}`)).toEqual(["payment.completed"]);
  expect(await typesOf(`object_id=${account.id}&driver_id=${driver.id}`)).toEqual([
    "driver.bank_account.added",
  ]);
  expect(await typesOf(`driver_id=${driver.id}&type=driver.created`)).toEqual(["driver.created"]);
  expect(await typesOf(`object_id=${payout.id}&driver_id=${other.id}`)).toEqual([]);
});
