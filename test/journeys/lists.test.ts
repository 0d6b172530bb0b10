import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const idsOf = (entries: Json[]) => entries.map(({ id, platform }) => id ?? platform);

const pageOf = (path: string, more: string) =>
  partner.read(`${path}${path.includes("?") ? "&" : "?"}limit=2${more}`);

/** Pages forward to the end and back to the start, and expects the same objects each way. */
async function expectBothWays(path: string, expected: string[]): Promise<void> {
  const page = (more: string) => pageOf(path, more);
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
async function deleteAll(path: string, expected: string[]): Promise<void> {
  const [at] = path.split("?");
  const seen: string[] = [];
  for (let after = ""; ; after = `&starting_after=${seen.at(-1)}`) {
    const { data, has_more } = await pageOf(path, after);
    seen.push(...idsOf(data));
    for (const id of idsOf(data))
      expect((await partner.call(`${at}/${id}`, { method: "DELETE" })).status).toBe(200);
    if (!has_more) break;
  }
  expect(seen).toEqual(expected);
}

describe("a cursor", () => {
  test("every list can be read page by page in both directions", async () => {
    const { id } = await partner.driver();
    const others = [await partner.driver(), await partner.driver(), await partner.driver()];
    const created = async (count: number, make: () => Promise<Json>): Promise<string[]> => {
      const ids: string[] = [];
      for (let i = 0; i < count; i++) ids.unshift(idsOf([await make()])[0]);
      return ids;
    };
    await expectBothWays("/v1/drivers", [...idsOf(others).reverse(), id]);
    const payouts = await created(5, () => partner.payout(id));
    await expectBothWays("/v1/payments", payouts);
    await expectBothWays(`/v1/payments?driver_id=${id}`, payouts);
    const accounts = await created(5, () => partner.bankAccount(id, "6789"));
    await expectBothWays(`/v1/drivers/${id}/bank-accounts`, accounts);
    await expectBothWays("/v1/events", idsOf((await partner.read("/v1/events?limit=100")).data));
    const endpoint = () => partner.create("/v1/webhooks", { url: "http://localhost:9/", events: ["*"] });
    const endpoints = await created(5, endpoint);
    await expectBothWays("/v1/webhooks", endpoints);
    const at = `/v1/webhooks/${endpoints[0]}`;
    const pings = await created(5, () => partner.create(`${at}/ping`, undefined));
    await expectBothWays(`${at}/deliveries`, pings);
    for (const platform of ["uber", "lyft", "doordash"]) {
      const body = { platform, redirect_url: "https://app.example.com/back" };
      const { state } = await partner.create(`/v1/earnings/${id}/connect`, body);
      await postForm(cloud, `/connect/${state}`, { decision: "allow" });
    }
    await expectBothWays(`/v1/earnings/${id}/connections`, ["doordash", "lyft", "uber"]);
    const today = new Date().toISOString().slice(0, 10);
    const tax = `/v1/tax/${id}`;
    const drive = () => partner.create(`${tax}/mileage`, { miles: 1, date: today });
    const expense = { category: "supplies", amount: 100, business_share: 100, date: today };
    const drives = await created(5, drive);
    await expectBothWays(`${tax}/mileage`, drives);
    const expenses = await created(5, () => partner.create(`${tax}/expenses`, expense));
    await expectBothWays(`${tax}/expenses`, expenses);

    // A cursor outlives its object: each list that can lose objects is read to its end while it does.
    await deleteAll(`/v1/drivers/${id}/bank-accounts`, accounts);
    await deleteAll("/v1/webhooks", endpoints);
    await deleteAll(`/v1/earnings/${id}/connections`, ["doordash", "lyft", "uber"]);
    await deleteAll(`${tax}/mileage`, drives);
    await deleteAll(`${tax}/expenses`, expenses);
    const team = () => partner.driver({ metadata: { team: "gone" } });
    await deleteAll("/v1/drivers?metadata[team]=gone", await created(5, team));
    await deleteAll("/v1/drivers", idsOf((await partner.read("/v1/drivers")).data));
  });

  test("it takes any id of the list's kind, and shows the caller's own objects only", async () => {
    const company = await newPartner(cloud);
    const stranger = await newPartner(cloud);
    const before = await company.driver();
    const foreign = await stranger.driver();
    const after = await company.driver();
    const [lowest, highest] = [`drv_${"0".repeat(26)}`, `drv_${"z".repeat(26)}`];
    const idsBy = async (query: string) => idsOf((await company.read(`/v1/drivers?${query}`)).data);
    // Until then, an older neighbour of theirs could still appear.
    expect(await idsBy(`ending_before=${lowest}`)).toEqual([]);
    await cloud.advance("31s");
    expect(await idsBy(`starting_after=${foreign.id}`)).toEqual([before.id]);
    expect(await idsBy(`ending_before=${foreign.id}`)).toEqual([after.id]);
    expect(await idsBy(`starting_after=${lowest}`)).toEqual([]);
    expect(await idsBy(`ending_before=${lowest}`)).toEqual([after.id, before.id]);
    expect(await idsBy(`starting_after=${highest}`)).toEqual([after.id, before.id]);
    expect(await idsBy(`ending_before=${highest}`)).toEqual([]);
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

test("email, external id, metadata and time find exactly the matching drivers, alone and together", async () => {
  const company = await newPartner(cloud);
  const team = (name: string, more: object = {}) =>
    company.driver({ metadata: { team: name, "a b": "&=" }, ...more });
  const [a, b, c] = [
    await team("north", { email: "Bo@Example.com", external_id: "crew-1" }),
    await team("north"),
    await team("south", { email: "bo@example.com" }),
  ];
  const namesBy = async (query: string) => {
    const { data, total_count, has_more } = await company.read(`/v1/drivers?${query}`);
    expect([total_count, has_more]).toEqual([data.length, false]);
    return idsOf(data);
  };
  expect(await namesBy("email=BO@example.com")).toEqual([c.id, a.id]);
  expect(await namesBy("external_id=crew-1")).toEqual([a.id]);
  expect(await namesBy("external_id=crew-2")).toEqual([]);
  expect(await namesBy("metadata[team]=north")).toEqual([b.id, a.id]);
  expect(await namesBy(`metadata[${encodeURIComponent("a b")}]=${encodeURIComponent("&=")}`)).toHaveLength(3);
  expect(await namesBy("metadata[team]=north&email=bo@example.com")).toEqual([a.id]);
  expect(await namesBy(`metadata[team]=north&created_after=${a.created_at}`)).toEqual([b.id]);
  expect(await namesBy(`created_before=${c.created_at}`)).toEqual([b.id, a.id]);
  expect(await namesBy(`created_after=${a.created_at}&created_before=${c.created_at}`)).toEqual([b.id]);

  await company.call(`/v1/drivers/${a.id}`, { method: "PATCH", json: { metadata: { team: "south" } } });
  expect(await namesBy("metadata[team]=north")).toEqual([b.id]);
  expect(await namesBy("metadata[team]=south")).toEqual([c.id, a.id]);
  await company.call(`/v1/drivers/${c.id}`, { method: "DELETE" });
  expect(await namesBy("metadata[team]=south")).toEqual([a.id]);
  expect(await namesBy("created_after=2026-01-01T00:00:00Z")).toEqual([b.id, a.id]);
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
