import * as z from "zod/mini";
import { Email } from "../text/email.ts";
import { Metadata, MetadataPatch } from "../metadata/metadata-request.ts";
import { PostalAddress } from "../address/postal-address.ts";
import { note, notEmpty, text } from "../text/text.ts";
import { ExternalId } from "./external-id.ts";
import { Phone, SsnLast4 } from "./identity.ts";

const fields = {
  email: note(z.clone(Email), "The driver's email."),
  first_name: note(text(100), "Legal first name."),
  last_name: note(text(100), "Legal last name."),
};
const phone = note(z.clone(Phone), "In E.164 format, such as `+14155552671`.");
const ssn_last4 = note(z.clone(SsnLast4), "Last four digits of the SSN, for tax forms. Never returned.");
const external_id = note(
  z.clone(ExternalId),
  "Your own id for the driver. Each of your drivers in the same mode has a different one.",
);

const occupation = note(
  z
    .string()
    .check(z.regex(/^[1-8][0-9]{2}$/, "a three-digit Treasury Tipped Occupation Code, such as `802`")),
  "Treasury Tipped Occupation Code, for box 1c of the 1099-NEC: `802` is rideshare, `804` delivery.",
);

export const DriverRequest = z.strictObject({
  ...fields,
  phone: z.optional(phone),
  ssn_last4: z.optional(ssn_last4),
  address: z.optional(PostalAddress),
  external_id: z.optional(external_id),
  occupation: z.optional(occupation),
  metadata: z.optional(Metadata),
});
export type DriverRequest = z.infer<typeof DriverRequest>;

/** Null removes an optional field. */
export const DriverPatch = notEmpty(
  z.partial(
    z.strictObject({
      ...fields,
      phone: z.nullable(phone),
      ssn_last4: z.nullable(ssn_last4),
      address: note(z.nullable(PostalAddress), "The address for tax forms. It is replaced as a whole."),
      external_id: z.nullable(external_id),
      occupation: z.nullable(occupation),
      metadata: z.nullable(MetadataPatch),
    }),
  ),
);
export type DriverPatch = z.infer<typeof DriverPatch>;
