import { expect, test } from "@jest/globals";
import { createDriver, type Driver } from "../../shared/domain/driver/driver.ts";
import { settlePayout } from "../../shared/domain/payout/payout.ts";
import { issueDocument, type TaxDocument } from "../../shared/domain/tax/tax-document.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";
import { tick } from "./century-ahead.ts";
import { newOwner, newPayout } from "./payout-steps.ts";
import { engine, store } from "./store.ts";

const identities = await import("../../shared/tax-forms/sealed-identity.ts");
const forms = await import("../../shared/tax-forms/deleted-driver-forms.ts");

const owner = newOwner();
/** The store's test clock is in this year, whose figures are not entered. */
const year = 2126;
const threshold = 200_000;
const rules: TaxRules = { ...(taxRules(2026) as TaxRules), year };

async function paidDriver(amount: number): Promise<string> {
  const names = { email: "zoe@example.com", first_name: "Zoe", last_name: "Quartz" };
  const driver = createDriver(names, tick());
  await store.putDriver(owner, driver, undefined);
  const before = await newPayout(owner, driver.id, amount);
  await store.movePayout(owner, before, "complete", settlePayout(before, "complete", tick()), tick());
  return driver.id;
}

const remove = (id: string, ...documents: TaxDocument[]) =>
  store.deleteDriver(
    owner,
    id,
    async ([profile]) => {
      const { first_name, last_name } = profile as unknown as Driver;
      return { identity: await identities.sealedIdentity(id, { first_name, last_name }), documents };
    },
    tick(),
  );
const formsOf = async (driver_id: string) =>
  (await store.listTaxDocuments(owner, { year, driver_id }, { limit: 10 })).data;
const events = async () =>
  (await engine.items("EVENT")).filter((item) => JSON.stringify(item).includes("tax.1099.ready")).length;

test("a driver who was deleted before the year had figures gets the form once, with its event", async () => {
  const paid = await paidDriver(threshold);
  const little = await paidDriver(threshold - 1);
  const issued = await paidDriver(threshold);
  const facts = { year, driver_id: issued, gross_amount: threshold };
  const form = issueDocument(
    { ...facts, payer: { name: "Acme" }, recipient: { name: "Zoe Quartz" } },
    tick(),
  );
  await remove(paid);
  await remove(little);
  await remove(issued, form);
  const before = await events();

  expect(await forms.issueLateForms(owner, rules, tick())).toBe(1);
  expect(await forms.issueLateForms(owner, rules, tick())).toBe(0);
  expect(await formsOf(paid)).toMatchObject([{ gross_amount: threshold, recipient: { name: "Zoe Quartz" } }]);
  expect(await formsOf(little)).toEqual([]);
  expect(await formsOf(issued)).toMatchObject([{ id: form.id }]);
  expect((await events()) - before).toBe(1);
  // The form of 2126 is due on 31 January 2127, and the identity may be stored for four years more.
  const [document] = (await engine.items("TAX_DOCUMENT")).filter(({ driver_id }) => driver_id === paid);
  expect(document?.ttl).toBe(Date.parse("2131-02-01T00:00:00Z") / 1000);
});
