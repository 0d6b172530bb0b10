import * as z from "zod/mini";
import type { AccountProfile } from "../account/account-profile.ts";
import type { TaxIdentity } from "../driver/deleted-driver.ts";
import { defaultAccount, type WithAccounts } from "../driver/driver-accounts.ts";
import { idForm, sortableId } from "../item/ids.ts";
import { StoredAddress } from "../address/stored-address.ts";
import { Instant } from "../text/text.ts";

/** The IRS takes so many in one CSV file (IRIS Taxpayer Portal). */
export const FORMS_OF_FILE = 100;

export const TaxDocumentId = z.string().check(z.regex(idForm("doc_"), "a document's id, `doc_...`"));

/** The payer as the account's profile has it. `name` is the registered one, for want of a legal name. */
const Payer = z.object({
  name: z.string(),
  legal_name: z.optional(z.string()),
  address: z.optional(StoredAddress),
  /** Sealed for the account. */
  ein: z.optional(z.string()),
});
export type Payer = z.infer<typeof Payer>;

const Recipient = z.object({
  name: z.string(),
  address: z.optional(StoredAddress),
  /** The last digits as the driver has them: sealed for the driver. */
  tin: z.optional(z.string()),
  account_last4: z.optional(z.string()),
});
type Recipient = z.infer<typeof Recipient>;

export const TaxDocument = z.object({
  id: TaxDocumentId,
  driver_id: z.string(),
  year: z.int(),
  gross_amount: z.int(),
  /** Forms of earlier releases have none. */
  tip_amount: z._default(z.int(), 0),
  occupation: z.optional(z.string()),
  payer: Payer,
  recipient: Recipient,
  generated_at: Instant,
  corrects: z.optional(TaxDocumentId),
  corrected_by: z.optional(TaxDocumentId),
});
export type TaxDocument = z.infer<typeof TaxDocument>;

export type FormFacts = Pick<
  TaxDocument,
  "driver_id" | "year" | "gross_amount" | "tip_amount" | "occupation" | "payer" | "recipient"
>;

export type FormDriver = TaxIdentity & WithAccounts & { id: string };

export const recipientOf = (driver: FormDriver): Recipient => {
  const account = defaultAccount(driver);
  return {
    name: `${driver.first_name} ${driver.last_name}`,
    ...(driver.address && { address: driver.address }),
    ...(driver.ssn_last4 && { tin: driver.ssn_last4 }),
    ...(account && { account_last4: account.last4 }),
  };
};

/** Box 1b, and box 1c: the occupation belongs to tips. */
export const tipsOf = ({ occupation }: FormDriver, tip_amount: number) => ({
  tip_amount,
  ...(tip_amount > 0 && occupation && { occupation }),
});

export const payerOf = ({ legal_name, address, ein }: AccountProfile, name: string): Payer => ({
  name,
  ...(legal_name && { legal_name }),
  ...(address && { address }),
  ...(ein && { ein }),
});

export const issueDocument = (facts: FormFacts, now: Date): TaxDocument => ({
  id: sortableId("doc_", now),
  ...facts,
  generated_at: now.toISOString(),
});

/**
 * The amounts are always the year's, even below the threshold. Until the end of the next year, name, number
 * and occupation are the driver's, and what was missing is added; later changes are news, no mistakes of the
 * form. A printed address stays. The payer corrects their own name and number by a letter to the IRS (General
 * Instructions for Certain Information Returns, part F). The account number stays: it identifies the form
 * (part H).
 */
export function correctionOf(issued: TaxDocument, current: FormFacts, now: Date): TaxDocument | undefined {
  const { id: corrects, corrected_by: _, ...stated } = issued;
  const facts = { ...stated, gross_amount: current.gross_amount, tip_amount: current.tip_amount };
  if (now.getUTCFullYear() <= issued.year + 1) {
    const { name, tin, ...filling } = current.recipient;
    facts.payer = { ...current.payer, ...issued.payer };
    facts.recipient = { ...filling, ...issued.recipient, name, ...(tin && { tin }) };
    if (issued.recipient.account_last4 === undefined) delete facts.recipient.account_last4;
    if (current.occupation) facts.occupation = current.occupation;
  }
  if (facts.tip_amount === 0) delete facts.occupation;
  if (statement(facts) === statement(issued)) return undefined;
  return { ...issueDocument(facts, now), corrects };
}

const statement = ({ gross_amount, tip_amount, occupation, payer, recipient }: FormFacts): string =>
  JSON.stringify([
    [gross_amount, tip_amount, occupation],
    [payer.name, payer.legal_name, payer.ein, payer.address],
    [recipient.name, recipient.tin, recipient.address],
  ]);
