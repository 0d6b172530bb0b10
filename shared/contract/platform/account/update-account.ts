import { AccountPatch } from "../../../domain/account/account-patch.ts";
import { operation } from "../../operation.ts";
import { updated } from "../../replies.ts";
import { AccountShape, accountExample } from "./account-shapes.ts";

export const updateAccountOperation = operation({
  name: "update-account",
  method: "PATCH",
  path: "/v1/account",
  tag: "Account",
  summary: "Update your account",
  description:
    "Changes the given fields of your company's profile in the key's mode. Null clears a field. The legal name, address and EIN are printed on your drivers' 1099-NEC forms. Set them before January 1. Forms already issued don't change. Details that were missing are added in a corrected form when its driver's 1099 is next read. `enforce_balance` lets your sandbox refuse payouts that its balance does not cover, as live mode does.",
  body: AccountPatch,
  bodyExample: {
    display_name: "Acme Fleet",
    legal_name: "Acme Fleet, Inc.",
    address: {
      line1: "1 Market Street",
      line2: "Suite 300",
      city: "San Francisco",
      state: "CA",
      postal_code: "94105",
    },
    ein: "12-3456789",
  },
  replies: updated("The account after the update.", AccountShape, accountExample),
  // A part of an address.
  errors: ["parameter_missing"],
  scope: "tax:write",
  access: {
    account_profile: ["get", "update"],
    count: ["query", "update"],
    entry: ["put"],
    entry_source: ["put"],
  },
  secrets: ["identity"],
  // A change of `enforce_balance` also writes the sixteen shards of the balance, for 32 units more.
  budget: { calls: 4, writeUnits: 3, readUnits: 1 },
});
