import * as z from "zod/mini";
import { note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { updated } from "../../replies.ts";
import { bankAccountExample } from "../examples.ts";
import { BankAccountParams, BankAccountShape } from "./driver-shapes.ts";

export const updateBankAccountOperation = operation({
  name: "update-bank-account",
  method: "PATCH",
  path: "/v1/drivers/{id}/bank-accounts/{bank_account_id}",
  tag: "Drivers",
  summary: "Make a bank account the default",
  description:
    "Payouts go to the default account unless they name another. It stays the default until you choose another account or delete it.",
  params: BankAccountParams,
  body: z.strictObject({
    is_default: note(z.literal(true), "Only `true`: to change the default, choose another account."),
  }),
  bodyExample: { is_default: true },
  replies: updated("The bank account, which is now the default.", BankAccountShape, bankAccountExample),
  scope: "drivers:write",
  access: { driver: ["query", "update"], event: ["put"] },
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
