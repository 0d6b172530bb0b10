import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Template } from "../../infra/local/template.ts";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { hashOfEmail, keys } from "../../shared/store/keys/keys.ts";
import { type Cloud, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { assemblyDir } from "../support/cloud/synthesise.ts";
import { oldDriver, oldPayout } from "../support/journeys/old-data-journey.ts";
import { newPartner } from "../support/partner/platform.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});
afterAll(endClouds);

test("payouts and drivers of earlier releases are counted and found, before and after the backfill", async () => {
  const partner = await newPartner(cloud);
  const ids = [await oldDriver(partner), await oldDriver(partner)];
  await oldPayout(partner, ids[0] ?? "");
  await oldPayout(partner, ids[1] ?? "");
  const { email } = await partner.read(`/v1/drivers/${ids[0]}`);
  const seen = async () => {
    const window = "created_after=2026-01-01T00:00:00Z";
    const [payouts, ofDriver, drivers, found] = [
      await partner.read(`/v1/payments?${window}`),
      await partner.read(`/v1/payments?${window}&driver_id=${ids[0]}&status=pending`),
      await partner.read(`/v1/drivers?${window}`),
      await partner.read(`/v1/drivers?email=${encodeURIComponent(email)}`),
    ];
    return [payouts.total_count, ofDriver.total_count, drivers.total_count, found.data[0]?.id];
  };
  expect(await seen()).toEqual([2, 1, 2, ids[0]]);
  const answers = [await cloud.command("backfill-counts", {}), await cloud.command("backfill-counts", {})];
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  expect(answers[0]?.message).toMatch(/^Added \d+ payouts and \d+ drivers\. Nothing is left\.$/);
  expect(answers[1]?.message).toBe("Added 0 payouts and 0 drivers. Nothing is left.");
  expect(await seen()).toEqual([2, 1, 2, ids[0]]);
  const payout = (await partner.read("/v1/payments")).data[0];
  expect(payout).toMatchObject({
    status: "pending",
    bank_account_id: null,
    fee_refunded: 0,
    failed_at: null,
  });
  await partner.post(`/v1/payments/${payout.id}/cancel`, undefined);
  expect(
    (await partner.read("/v1/payments?created_after=2026-01-01T00:00:00Z&status=canceled")).total_count,
  ).toBe(1);
});

test("a waitlist entry that today's rules refuse is listed, exported, found, removed and erased", async () => {
  const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");
  const joined_at = "2026-11-20T09:30:00.000Z";
  const emails = [freshEmail(), freshEmail()];
  const [removed = "", erased = ""] = emails;
  for (const email of emails) {
    const hash = hashOfEmail(email);
    // Release 1.0.0 accepted invisible characters in names.
    const entry = { email, name: "Ana\u200b", joined_at };
    await cloud.putItem(table, marshall({ ...keys.waitlist(hash), ...entry }));
    await cloud.putItem(table, marshall(keys.waitlistDirectory(hash)));
  }
  const rows = async (name: string) => {
    const { data } = await cloud.command(name, {}, { reveal: true, reason: "Old entries" });
    return (data as { email: string; name: string }[]).filter(({ email }) => emails.includes(email));
  };
  for (const name of ["list-waitlist", "export-waitlist"])
    expect((await rows(name)).map((row) => row.name)).toEqual(["Ana\u200b", "Ana\u200b"]);
  expect((await cloud.command("find-signup", { email: removed })).data).toMatchObject({
    waitlist_since: joined_at,
  });
  const why = { reason: "Ticket 41" };
  expect(await cloud.command("remove-from-waitlist", { email: removed }, why)).toMatchObject({ ok: true });
  expect(await cloud.command("erase-person", { email: erased }, why)).toMatchObject({ ok: true });
  expect(await rows("list-waitlist")).toEqual([]);
});
