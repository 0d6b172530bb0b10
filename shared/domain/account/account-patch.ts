import * as z from "zod/mini";
import { PostalAddress } from "../postal-address.ts";
import { note, text } from "../text.ts";

const Ein = z.string().check(z.regex(/^\d{2}-?\d{7}$/, "nine digits such as `12-3456789`"));

const given = {
  display_name: note(
    text(100),
    "The name that drivers see when they connect a gig platform, before the registered one.",
  ),
  legal_name: note(text(100), "The company's legal name: the payer on tax forms."),
  ein: note(z.clone(Ein), "The company's employer identification number. It is stored encrypted."),
};

export const AccountPatch = z
  .strictObject({
    display_name: z.optional(z.nullable(given.display_name)),
    legal_name: z.optional(z.nullable(given.legal_name)),
    address: z.optional(note(z.nullable(PostalAddress), "The company's address. It is replaced as a whole.")),
    ein: z.optional(z.nullable(given.ein)),
    enforce_balance: z.optional(
      note(
        z.boolean(),
        "Whether a payout above the available balance gets `balance_insufficient`. In live mode it always does, so `false` is refused. In the sandbox the default is `false`; a balance below zero is lifted to zero when you send `true`.",
      ),
    ),
  })
  .check(z.refine((patch) => Object.keys(patch).length > 0, "an object with at least one field"));
export type AccountPatch = z.infer<typeof AccountPatch>;
