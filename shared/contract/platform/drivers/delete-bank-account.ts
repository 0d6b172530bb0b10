import * as z from "zod/mini";
import { component, note } from "../../../domain/text.ts";
import { operation } from "../../operation.ts";
import { deleted } from "../../replies.ts";
import { bankAccountExample } from "../examples.ts";
import { BankAccountParams } from "./driver-shapes.ts";

export const deleteBankAccountOperation = operation({
  name: "delete-bank-account",
  method: "DELETE",
  path: "/v1/drivers/{id}/bank-accounts/{bank_account_id}",
  tag: "Drivers",
  summary: "Delete a bank account",
  description:
    "Removes the account from the driver. If it was the default, the newest of the other accounts becomes the default. Payouts that were already created still go to the deleted account.",
  params: BankAccountParams,
  replies: deleted(
    "The bank account was deleted.",
    component("DeletedBankAccount", {
      id: note(z.string(), "The bank account's id."),
      object: z.literal("bank_account"),
      deleted: z.literal(true),
    }),
    { id: bankAccountExample.id, object: "bank_account", deleted: true },
  ),
  errors: ["resource_missing"],
  scope: "drivers:write",
  access: { driver: ["query", "update"], event: ["put"] },
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
