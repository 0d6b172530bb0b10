import * as z from "zod/mini";
import { BankAccountId } from "../../../domain/driver/driver-accounts.ts";
import { foundList, paging } from "../../lists.ts";
import { operation } from "../../operation.ts";
import { bankAccountExample } from "../examples.ts";
import { BankAccountShape, DriverParams } from "./driver-shapes.ts";

export const listBankAccountsOperation = operation({
  name: "list-bank-accounts",
  method: "GET",
  path: "/v1/drivers/{id}/bank-accounts",
  tag: "Drivers",
  summary: "List a driver's bank accounts",
  description: "All bank accounts of the driver, newest first.",
  params: DriverParams,
  query: z.strictObject(paging(BankAccountId)),
  replies: foundList("BankAccountList", "The bank accounts.", BankAccountShape, bankAccountExample),
  scope: "drivers:read",
  access: { driver: ["query"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});
