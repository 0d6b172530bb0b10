import { formYears } from "../domain/driver/deleted-driver.ts";
import type { Owner } from "../domain/item/owner.ts";
import { isReported } from "../domain/tax/form-1099.ts";
import {
  correctionOf,
  type FormDriver,
  type FormFacts,
  issueDocument,
  type Payer,
  payerOf,
  recipientOf,
  type TaxDocument,
  tipsOf,
} from "../domain/tax/tax-document.ts";
import { taxRules } from "../domain/tax/years/tax-rules.ts";
import type { TaxRules } from "../domain/tax/years/tax-year.ts";
import { findAccountProfile } from "../store/account/account-profiles.ts";
import { findPayerName } from "../store/account/accounts.ts";
import { findDeletedTotals, findDeletedYear } from "../store/driver/deleted-drivers.ts";
import { findDriverItems } from "../store/driver/driver-items.ts";
import { findDriverYear } from "../store/driver/driver-years.ts";
import { untilWritten } from "../store/table/decided.ts";
import { Contention } from "../store/table/table.ts";
import { findTaxDocument, putTaxDocument } from "../store/tax/tax-documents.ts";
import { openedIdentity } from "./sealed-identity.ts";
import { openedTin } from "./sealed-tin.ts";

type FormYear = { driver: FormDriver; paid: number; tips: number; form: string | undefined; ttl?: number };
type FindYear = (owner: Owner, driverId: string, year: number) => Promise<FormYear | undefined>;

/** Issued if the year is reported, and corrected, with an event, if need be. Undefined: no form. */
export async function settledForm(
  owner: Owner,
  formYear: FormYear,
  rules: TaxRules,
  now: Date,
  findYear: FindYear = findDriverYear,
): Promise<TaxDocument | undefined> {
  let current: FormYear | undefined = formYear;
  return untilWritten<TaxDocument | undefined>(async () => {
    if (!current) throw new Contention("The driver was deleted meanwhile");
    const earlier = await issuedForm(owner, current, rules.year);
    if (!earlier && !isReported(current.paid, rules)) return { answer: undefined };
    const next = earlier
      ? await correctionNow(owner, earlier, current, now)
      : issueDocument(formFacts(current, rules.year, await findPayer(owner, now)), now);
    if (!next) return { answer: earlier };
    // A walk reports the first form of a driver, unless the driver was deleted.
    const event = earlier !== undefined || current.ttl !== undefined;
    if (await putTaxDocument(owner, next, { event, ttl: current.ttl })) return { answer: next };
    current = await findYear(owner, formYear.driver.id, rules.year);
    return undefined;
  });
}

/** Corrects the issued forms of a driver, also of a deleted one. Returns the number of issued forms. */
export async function correctForms(owner: Owner, driverId: string, now: Date): Promise<number> {
  let forms = 0;
  const items = await findDriverItems(owner, driverId);
  for (const year of formYears(items?.[1] ?? (await findDeletedTotals(owner, driverId)) ?? {})) {
    const formYear = await findFormYear(owner, driverId, year);
    if (formYear?.form === undefined) continue;
    await settledForm(owner, formYear, taxRules(year), now, findFormYear);
    forms += 1;
  }
  return forms;
}

/** Also of a deleted one, whose bank accounts are not stored: a correction states the account of before. */
export async function findFormYear(
  owner: Owner,
  driverId: string,
  year: number,
): Promise<FormYear | undefined> {
  const driverYear = await findDriverYear(owner, driverId, year);
  if (driverYear) return driverYear;
  const { identity, ...deleted } = (await findDeletedYear(owner, driverId, year)) ?? {};
  if (identity === undefined) return undefined;
  return {
    ...(deleted as Omit<FormYear, "driver">),
    driver: { id: driverId, bank_accounts: [], ...(await openedIdentity(driverId, identity)) },
  };
}

export async function issuedForm(
  owner: Owner,
  { form }: FormYear,
  year: number,
): Promise<TaxDocument | undefined> {
  if (form === undefined) return undefined;
  const newest = await findTaxDocument(owner, year, form);
  if (!newest) throw new Error("The driver's newest tax document is missing");
  return newest;
}

export async function correctionNow(
  owner: Owner,
  earlier: TaxDocument,
  { driver, paid, tips }: FormYear,
  now: Date,
): Promise<TaxDocument | undefined> {
  const payer = payerOf(await findAccountProfile(owner), earlier.payer.name);
  const recipient = recipientOf(driver);
  const { tin } = earlier.recipient;
  if (tin && (await sameTin(driver.id, tin, recipient.tin))) recipient.tin = tin;
  const { occupation: _, ...stated } = earlier;
  const current = { ...stated, gross_amount: paid, ...tipsOf(driver, tips), payer, recipient };
  return correctionOf(earlier, current, now);
}

/** The same digits, sealed twice, are two texts. */
const sameTin = async (driverId: string, tin: string, other: string | undefined) =>
  tin === other || (other && (await openedTin(driverId, tin)) === (await openedTin(driverId, other)));

export const formFacts = ({ driver, paid, tips }: FormYear, year: number, payer: Payer): FormFacts => ({
  driver_id: driver.id,
  year,
  gross_amount: paid,
  ...tipsOf(driver, tips),
  payer,
  recipient: recipientOf(driver),
});

export async function findPayer(owner: Owner, now: Date): Promise<Payer> {
  const profile = await findAccountProfile(owner);
  return payerOf(profile, profile.legal_name ?? (await findPayerName(owner.account_id, now)));
}
