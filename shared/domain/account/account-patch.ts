import * as z from "zod/mini";
import { PostalAddress } from "../address/postal-address.ts";
import { note, notEmpty, text } from "../text/text.ts";

const Ein = z.string().check(z.regex(/^\d{2}-?\d{7}$/, "nine digits such as `12-3456789`"));

const fields = {
  display_name: note(
    text(100),
    "The name that drivers see when they connect a gig platform, before the registered one.",
  ),
  legal_name: note(text(100), "The company's legal name: the payer on tax forms."),
  ein: note(z.clone(Ein), "The company's employer identification number. It is stored encrypted."),
};

export const AccountPatch = notEmpty(
  z.strictObject({
    display_name: z.optional(z.nullable(fields.display_name)),
    legal_name: z.optional(z.nullable(fields.legal_name)),
    address: z.optional(note(z.nullable(PostalAddress), "The company's address. It is replaced as a whole.")),
    ein: z.optional(z.nullable(fields.ein)),
    enforce_balance: z.optional(
      note(
        z.boolean(),
        "Whether a payout above the available balance gets `balance_insufficient`. In live mode it always does, so `false` is refused. In the sandbox the default is `false`; a balance below zero is lifted to zero when you send `true`.",
      ),
    ),
  }),
);
export type AccountPatch = z.infer<typeof AccountPatch>;
