import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const idsOf = (entries: Json[]) => entries.map(({ id }) => id);

test("email, external id, metadata and time find exactly the matching drivers, alone and together", async () => {
  const own = await newPartner(cloud);
  const team = (name: string, more: object = {}) =>
    own.driver({ metadata: { team: name, "a b": "&=" }, ...more });
  const [a, b, c] = [
    await team("north", { email: "Bo@Example.com", external_id: "crew-1" }),
    await team("north"),
    await team("south", { email: "bo@example.com" }),
  ];
  const found = async (query: string) => {
    const { data, total_count, has_more } = await own.read(`/v1/drivers?${query}`);
    expect([total_count, has_more]).toEqual([data.length, false]);
    return idsOf(data);
  };
  expect(await found("email=BO@example.com")).toEqual([c.id, a.id]);
  expect(await found("external_id=crew-1")).toEqual([a.id]);
  expect(await found("external_id=crew-2")).toEqual([]);
  expect(await found("metadata[team]=north")).toEqual([b.id, a.id]);
  expect(await found(`metadata[${encodeURIComponent("a b")}]=${encodeURIComponent("&=")}`)).toHaveLength(3);
  expect(await found("metadata[team]=north&email=bo@example.com")).toEqual([a.id]);
  expect(await found(`metadata[team]=north&created_after=${a.created_at}`)).toEqual([b.id]);
  expect(await found(`created_before=${c.created_at}`)).toEqual([b.id, a.id]);
  expect(await found(`created_after=${a.created_at}&created_before=${c.created_at}`)).toEqual([b.id]);

  await own.call(`/v1/drivers/${a.id}`, { method: "PATCH", json: { metadata: { team: "south" } } });
  expect(await found("metadata[team]=north")).toEqual([b.id]);
  expect(await found("metadata[team]=south")).toEqual([c.id, a.id]);
  await own.call(`/v1/drivers/${c.id}`, { method: "DELETE" });
  expect(await found("metadata[team]=south")).toEqual([a.id]);
  expect(await found("created_after=2026-01-01T00:00:00Z")).toEqual([b.id, a.id]);
});

describe("filters of events", () => {
  test("they find the events about a driver and about one object", async () => {
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
});
