import * as z from "zod/mini";
import { component, Instant, note } from "../../../domain/text/text.ts";
import { AddressShape } from "../address-shape.ts";

export const AccountShape = component("Account", {
  id: note(z.string(), "The account's id."),
  object: z.literal("account"),
  livemode: note(z.boolean(), "Whether this is the account's live profile. Each mode has its own."),
  display_name: note(z.nullable(z.string()), "The name that drivers see, or null: the registered company."),
  legal_name: note(z.nullable(z.string()), "The payer on tax forms, or null: the registered company."),
  address: note(z.nullable(AddressShape), "The payer's address on tax forms, or null."),
  ein: note(z.nullable(z.string()), "The EIN with all but its last four digits masked, or null."),
  enforce_balance: note(
    z.boolean(),
    "Whether a payout above the available balance gets `balance_insufficient`. In live mode always.",
  ),
  updated_at: note(z.nullable(Instant), "When the profile last changed, or null."),
});

export const accountExample = {
  id: "acct_01kadz7v7w6x5y4t3s2r1q0p9n",
  object: "account",
  livemode: false,
  display_name: "Acme Fleet",
  legal_name: "Acme Fleet, Inc.",
  address: {
    line1: "1 Market Street",
    line2: "Suite 300",
    city: "San Francisco",
    state: "CA",
    postal_code: "94105",
    country: "US",
  },
  ein: "XX-XXX6789",
  enforce_balance: false,
  updated_at: "2026-11-21T09:30:00.000Z",
};
