import { createDriver, type Driver } from "../../shared/domain/driver/driver.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { type Payout, settlePayout } from "../../shared/domain/payout/payout.ts";
import {
  correctionOf,
  type FormFacts,
  issueDocument,
  type TaxDocument,
} from "../../shared/domain/tax/tax-document.ts";
import { tick } from "./century-ahead.ts";
import { newPayout } from "./payout-steps.ts";
import { engine, store } from "./store.ts";

export const identities = await import("../../shared/tax-forms/sealed-identity.ts");

/** The test clock is in this year, whose figures are not entered. */
export const year = 2126;
/** The form of 2126 is due on 31 January 2127, and the identity may be stored for four years more. */
export const expiry = Date.parse("2131-02-01T00:00:00Z") / 1000;

export async function pay(owner: Owner, driver: string, amount: number): Promise<Payout> {
  const before = await newPayout(owner, driver, amount);
  const after = settlePayout(before, "complete", tick());
  await store.movePayout(owner, before, "complete", after);
  return after;
}

/** Zoe Quartz, with completed payouts of this sum. */
export async function paidDriver(owner: Owner, amount: number): Promise<string> {
  const names = { first_name: "Zoe", last_name: "Quartz", ssn_last4: "4321" };
  const notes = { external_id: `crew-${tick().getTime()}`, metadata: { team: "north" } };
  const driver = createDriver({ email: "zoe@example.com", ...names, ...notes }, tick());
  await store.putDriver(owner, driver, undefined);
  if (amount > 0) await pay(owner, driver.id, amount);
  return driver.id;
}

const facts = (driver_id: string, gross_amount: number): FormFacts => ({
  driver_id,
  year,
  gross_amount,
  tip_amount: 0,
  payer: { name: "Acme" },
  recipient: { name: "Zoe Quartz" },
});
export const issue = (driver: string, amount: number) => issueDocument(facts(driver, amount), tick());
export const correct = (of: TaxDocument, amount: number) =>
  correctionOf(of, facts(of.driver_id, amount), tick()) as TaxDocument;

/** Deletes the driver. What stays for tax forms: the sealed identity, and these documents. */
export const remove = (owner: Owner, id: string, ...documents: TaxDocument[]) =>
  store.deleteDriver(
    owner,
    id,
    async ([profile]) => {
      const { first_name, last_name, ssn_last4 } = profile as unknown as Driver;
      return {
        identity: await identities.sealedIdentity(id, { first_name, last_name, ssn_last4 }),
        documents,
      };
    },
    tick(),
  );

export const storedFormsOf = async (driver: string) =>
  (await engine.items("TAX_DOCUMENT")).filter(({ driver_id }) => driver_id === driver);
