import { operation } from "../../operation.ts";
import { deletedObject } from "../../replies.ts";
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
  replies: deletedObject("DeletedBankAccount", "bank_account", "bank account", bankAccountExample.id),
  scope: "drivers:write",
  access: { driver: ["query", "update"], event: ["put"] },
  budget: { calls: 3, writeUnits: 5, readUnits: 1 },
});
