import * as z from "zod/mini";
import { note, text } from "../text/text.ts";
import { AccountNumber, RoutingNumber } from "./bank-account.ts";
import { AccountType } from "./driver-accounts.ts";

const MANUAL_FIELDS = ["routing_number", "account_number", "account_type"] as const;

/** A linking token, or three fields. No union: its error cannot name the field to remove or add. */
export const BankAccountRequest = z
  .strictObject({
    plaid_token: z.optional(
      note(text(200), "Token from the bank-linking provider; in the sandbox `public-sandbox-...`."),
    ),
    routing_number: z.optional(note(z.clone(RoutingNumber), "Nine-digit ABA routing number.")),
    account_number: z.optional(
      note(z.clone(AccountNumber), "4 to 17 digits. The last four are stored, in live mode all, sealed."),
    ),
    account_type: z.optional(note(z.clone(AccountType), "Type of account.")),
  })
  .check(
    z.check(({ value, issues }) => {
      const fields = MANUAL_FIELDS.filter((field) => value[field] !== undefined);
      if (value.plaid_token !== undefined) {
        const message = "left out beside `plaid_token`";
        if (fields[0]) issues.push({ code: "custom", path: [fields[0]], message, input: value });
        return;
      }
      const required = fields.length === 0 ? (["plaid_token"] as const) : MANUAL_FIELDS;
      for (const field of required) {
        if (value[field] === undefined)
          issues.push({ code: "invalid_type", expected: "string", path: [field], input: undefined });
      }
    }),
  )
  .register(z.globalRegistry, {
    "x-one-of": { BankAccountToken: ["plaid_token"], BankAccountNumbers: MANUAL_FIELDS },
  });
export type BankAccountRequest = z.infer<typeof BankAccountRequest>;
