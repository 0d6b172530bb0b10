import { expect, test } from "@jest/globals";
import { settlePayout } from "../../shared/domain/payout/payout.ts";
import { logMileage } from "../../shared/domain/tax/mileage.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";
import { tick } from "./century-ahead.ts";
import { newDriver, newOwner, newPayout } from "./payout-steps.ts";
import { engine, store } from "./store.ts";
import {
  correct,
  expiry,
  identities,
  issue,
  paidDriver,
  pay,
  remove,
  storedFormsOf,
  year,
} from "./tax-form-steps.ts";

const forms = await import("../../shared/tax-forms/deleted-driver-forms.ts");

const owner = newOwner();
const drive = (id: string) => {
  const trip = { miles: 1, date: "2026-03-01", purpose: "delivery", start_location: "12 Elm Street" };
  return store.putEntry(store.mileageLog, owner, id, logMileage(trip, tick()), undefined);
};

test("nothing of a deleted driver is stored in readable form, and the sealed identity opens for the driver only", async () => {
  const id = await paidDriver(owner, 50_000);
  for (let i = 0; i < 60; i++) await drive(id);
  expect(await remove(owner, id)).toBe("deleted");
  while (await store.deleteDriverItems(owner, id));
  const stored = JSON.stringify(await engine.items());
  expect(stored).not.toMatch(/zoe@example|Quartz|"(Zoe|4321)\\?"|12 Elm/);
  expect((await engine.items("DRIVER_LOOKUP")).filter(({ sk }) => sk === id)).toEqual([]);
  const [record] = (await engine.items("DELETED_DRIVER")).filter(({ sk }) => sk === id);
  expect(record).toMatchObject({ paid_2126: 50_000, lifetime_payouts: 50_000, completed: 1 });
  expect(record?.ttl).toBe(expiry);
  const opened = await identities.openedIdentity(id, String(record?.identity));
  expect(opened).toEqual({ first_name: "Zoe", last_name: "Quartz", ssn_last4: "4321" });
  await expect(identities.openedIdentity("drv_other", String(record?.identity))).rejects.toThrow();
});

test("the forms of a deleted driver are listed, can be corrected after a refund, and expire with the record", async () => {
  const id = await paidDriver(owner, 300_000);
  const returned = await pay(owner, id, 50_000);
  const form = issue(id, 350_000);
  expect(await remove(owner, id, form)).toBe("deleted");
  await store.movePayout(owner, returned, "refund", settlePayout(returned, "refund", tick()));

  const figures = await store.findDeletedYear(owner, id, year);
  expect(figures).toMatchObject({ paid: 300_000, form: form.id });
  const correction = correct(form, 300_000);
  const options = { event: true, ttl: figures?.ttl };
  expect(await store.putTaxDocument(owner, correction, options)).toBe(true);
  expect(await store.putTaxDocument(owner, correction, options)).toBe(false);
  const { data } = await store.listTaxDocuments(owner, { year, driver_id: id }, { limit: 10 });
  expect(data.map((document) => [document.id, document.corrected_by])).toEqual([
    [correction.id, undefined],
    [form.id, correction.id],
  ]);
  expect((await storedFormsOf(id)).map(({ ttl }) => ttl)).toEqual([expiry, expiry]);
});

test("forms that were issued before a deletion get the expiry of the driver's record", async () => {
  const id = await paidDriver(owner, 300_000);
  expect(await store.putTaxDocument(owner, issue(id, 300_000), { event: false })).toBe(true);
  await remove(owner, id);
  for (let i = 0; i < 2; i++) await store.moveDocumentsToExpiring(owner, id);
  expect((await storedFormsOf(id)).map(({ ttl }) => ttl)).toEqual([expiry]);
});

test("a deleted driver whose year gets its figures later gets the form once, with its event", async () => {
  const rules: TaxRules = { ...(taxRules(2026) as TaxRules), year };
  const other = newOwner();
  const [paid, little, issued] = await Promise.all(
    [200_000, 199_999, 200_000].map((amount) => paidDriver(other, amount)),
  );
  const form = issue(String(issued), 200_000);
  await remove(other, String(paid));
  await remove(other, String(little));
  await remove(other, String(issued), form);
  const events = async () =>
    (await engine.items("EVENT")).filter(({ body }) => String(body).includes("tax.1099.ready")).length;
  const before = await events();

  expect(await forms.issueLateForms(other, rules, tick())).toBe(1);
  expect(await forms.issueLateForms(other, rules, tick())).toBe(0);
  expect(await storedFormsOf(String(paid))).toMatchObject([
    { gross_amount: 200_000, recipient: { name: "Zoe Quartz" }, ttl: expiry },
  ]);
  expect(await storedFormsOf(String(little))).toEqual([]);
  expect(await storedFormsOf(String(issued))).toMatchObject([{ id: form.id }]);
  expect((await events()) - before).toBe(1);
});

test("a deleted driver who was never paid leaves no identity", async () => {
  const id = await paidDriver(owner, 0);
  expect(await remove(owner, id)).toBe("deleted");
  const [record] = (await engine.items("DELETED_DRIVER")).filter(({ sk }) => sk === id);
  expect([record?.identity, record?.ttl]).toEqual([undefined, undefined]);
});

test("a pending payout prevents a deletion, and a payout is refused after it", async () => {
  const id = await newDriver(owner);
  const pending = await newPayout(owner, id, 5_000);
  expect(await remove(owner, id)).toBe("pending");
  await store.movePayout(owner, pending, "cancel", settlePayout(pending, "cancel", tick()));
  expect(await remove(owner, id)).toBe("deleted");
  expect(await remove(owner, id)).toBe("gone");
  expect(await drive(id)).toBe(false);
  await expect(newPayout(owner, id, 5_000)).resolves.toBeDefined();
  expect(await store.countPayouts(owner, { driver_id: id })).toBe(1);
});
