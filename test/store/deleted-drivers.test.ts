import { describe, expect, test } from "@jest/globals";
import { createDriver, type Driver } from "../../shared/domain/driver/driver.ts";
import { settlePayout } from "../../shared/domain/payout/payout.ts";
import { logMileage } from "../../shared/domain/tax/mileage.ts";
import { correctionOf, issueDocument, type TaxDocument } from "../../shared/domain/tax/tax-document.ts";
import { tick } from "./century-ahead.ts";
import { newDriver, newOwner, newPayout } from "./payout-steps.ts";
import { engine, store } from "./store.ts";

const identities = await import("../../shared/tax-forms/sealed-identity.ts");

const owner = newOwner();
/** What stays for tax forms: the identity, and these documents. */
const remainsOf =
  (documents: TaxDocument[]): Parameters<typeof store.deleteDriver>[2] =>
  async ([profile]) => {
    const { id, first_name, last_name, ssn_last4 } = profile as unknown as Driver;
    return { identity: await identities.sealedIdentity(id, { first_name, last_name, ssn_last4 }), documents };
  };
const remove = (id: string, ...documents: TaxDocument[]) =>
  store.deleteDriver(owner, id, remainsOf(documents), tick());
const drive = (id: string) => {
  const trip = { miles: 1, date: "2026-03-01", purpose: "delivery", start_location: "12 Elm Street" };
  return store.putEntry(store.mileageLog, owner, id, logMileage(trip, tick()), undefined);
};

async function paidDriver(): Promise<string> {
  const driver = createDriver(
    {
      email: "zoe@example.com",
      first_name: "Zoe",
      last_name: "Quartz",
      ssn_last4: "4321",
      external_id: `crew-${tick().getTime()}`,
      metadata: { team: "north" },
    },
    tick(),
  );
  await store.putDriver(owner, driver, undefined);
  return driver.id;
}

const pay = async (id: string, amount: number) => {
  const before = await newPayout(owner, id, amount);
  const after = settlePayout(before, "complete", tick());
  await store.movePayout(owner, before, "complete", after, tick());
  return after;
};

describe("deleting a driver", () => {
  test("nothing of the person is stored in readable form, and the sealed identity opens for the driver only", async () => {
    const id = await paidDriver();
    await pay(id, 50_000);
    for (let i = 0; i < 60; i++) await drive(id);
    expect(await remove(id)).toBe("deleted");
    while (await store.deleteDriverItems(owner, id));
    const stored = JSON.stringify(await engine.items());
    expect(stored).not.toMatch(/zoe@example|Quartz|"(Zoe|4321)\\?"|12 Elm/);
    expect((await engine.items("DRIVER_LOOKUP")).filter(({ sk }) => sk === id)).toEqual([]);
    const [record] = (await engine.items("DELETED_DRIVER")).filter(({ sk }) => sk === id);
    expect(record).toMatchObject({ paid_2126: 50_000, lifetime_payouts: 50_000, completed: 1 });
    // The form of 2126 is due on 31 January 2127, and the identity may be stored for four years more.
    expect(record?.ttl).toBe(Date.parse("2131-02-01T00:00:00Z") / 1000);
    const opened = await identities.openedIdentity(id, String(record?.identity));
    expect(opened).toEqual({ first_name: "Zoe", last_name: "Quartz", ssn_last4: "4321" });
    await expect(identities.openedIdentity("drv_other", String(record?.identity))).rejects.toThrow();
  });

  test("its forms are listed, can be corrected after a refund, and expire with the driver's record", async () => {
    const [id, year] = [await paidDriver(), 2126];
    await pay(id, 300_000);
    const returned = await pay(id, 50_000);
    const facts = { driver_id: id, year, payer: { name: "Acme" }, recipient: { name: "Zoe Quartz" } };
    const form = issueDocument({ ...facts, gross_amount: 350_000 }, tick());
    expect(await remove(id, form)).toBe("deleted");
    await store.movePayout(owner, returned, "refund", settlePayout(returned, "refund", tick()), tick());

    const found = await store.findDeletedYear(owner, id, year);
    expect(found).toMatchObject({ paid: 300_000, form: form.id });
    const correction = correctionOf(form, { ...facts, gross_amount: 300_000 }, tick()) as TaxDocument;
    const options = { event: true, ttl: found?.ttl };
    expect(await store.putTaxDocument(owner, correction, options)).toBe(true);
    expect(await store.putTaxDocument(owner, correction, options)).toBe(false);
    const { data } = await store.listTaxDocuments(owner, { year, driver_id: id }, { limit: 10 });
    expect(data.map((document) => [document.id, document.corrected_by])).toEqual([
      [correction.id, undefined],
      [form.id, correction.id],
    ]);

    const expiry = Date.parse("2131-02-01T00:00:00Z") / 1000;
    const stored = async () =>
      (await engine.items("TAX_DOCUMENT")).filter(({ driver_id }) => driver_id === id).map(({ ttl }) => ttl);
    expect(await stored()).toEqual([expiry, expiry]);
  });

  test("forms that were issued before get the expiry of the driver's record", async () => {
    const [id, year] = [await paidDriver(), 2126];
    await pay(id, 300_000);
    const facts = { driver_id: id, year, payer: { name: "Acme" }, recipient: { name: "Zoe Quartz" } };
    const form = issueDocument({ ...facts, gross_amount: 300_000 }, tick());
    expect(await store.putTaxDocument(owner, form, { event: false })).toBe(true);
    await remove(id);
    for (let i = 0; i < 2; i++) await store.moveDocumentsToExpiring(owner, id);
    const [document] = (await engine.items("TAX_DOCUMENT")).filter(({ sk }) => sk === form.id);
    expect(document?.ttl).toBe(Date.parse("2131-02-01T00:00:00Z") / 1000);
  });

  test("a driver who was never paid leaves no identity", async () => {
    const id = await paidDriver();
    expect(await remove(id)).toBe("deleted");
    const [record] = (await engine.items("DELETED_DRIVER")).filter(({ sk }) => sk === id);
    expect([record?.identity, record?.ttl]).toEqual([undefined, undefined]);
  });

  test("a pending payout prevents it, and a payout is refused after it", async () => {
    const id = await newDriver(owner);
    const pending = await newPayout(owner, id, 5_000);
    expect(await remove(id)).toBe("pending");
    await store.movePayout(owner, pending, "cancel", settlePayout(pending, "cancel", tick()), tick());
    expect(await remove(id)).toBe("deleted");
    expect(await remove(id)).toBe("gone");
    expect(await drive(id)).toBe(false);
    await expect(newPayout(owner, id, 5_000)).resolves.toBeDefined();
    expect(await store.countPayouts(owner, { driver_id: id })).toBe(1);
  });

  test("of simultaneous writes and deletions, the sums have every write that succeeded and no other", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await newDriver(owner);
      await pay(id, 1_000);
      const [drives, removals] = await Promise.all([
        Promise.all(Array.from({ length: 6 }, () => drive(id))),
        Promise.all([remove(id), remove(id)]),
      ]);
      expect(removals.sort()).toEqual(["deleted", "gone"]);
      const totals = await store.findDeletedTotals(owner, id);
      expect(totals?.miles_2026_q1 ?? 0).toBe(100 * drives.filter(Boolean).length);
    }
  });
});
