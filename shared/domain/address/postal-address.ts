import * as z from "zod/mini";
import { note, text } from "../text/text.ts";

/** Blanks at the ends are trimmed. */
const US_STATE = "^ *[A-Z]{2} *$";
const US_POSTAL_CODE = "^ *[0-9]{5}(-[0-9]{4})? *$";

/** A postal address as tax forms print it. The rules of the United States hold for addresses there only. */
export const PostalAddress = z
  .strictObject({
    line1: note(text(70), "Street and number, or a post office box."),
    line2: z.optional(note(text(70), "Apartment, suite or unit.")),
    city: note(text(60), "City or town."),
    state: note(text(40), "State or province. In the US, two letters such as `CA`."),
    postal_code: note(text(20), "ZIP or postal code. In the US, `94105` or `94105-1234`."),
    country: z._default(
      note(
        z.string().check(z.regex(/^[A-Z]{2}$/, "a country code of two capital letters such as `US`")),
        "ISO 3166 country code of two letters.",
      ),
      "US",
    ),
  })
  .check(
    z.check(({ value, issues }) => {
      if (value.country !== "US") return;
      const refuse = (field: "state" | "postal_code", message: string) =>
        issues.push({ code: "custom", path: [field], message, input: value[field] });
      if (!new RegExp(US_STATE).test(value.state)) refuse("state", "two capital letters such as `CA`");
      if (!new RegExp(US_POSTAL_CODE).test(value.postal_code))
        refuse("postal_code", "a ZIP code such as `94105` or `94105-1234`");
    }),
  )
  .register(z.globalRegistry, {
    id: "PostalAddress",
    description: "A postal address, as tax forms print it.",
    if: { properties: { country: { const: "US" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      // A validator of examples refuses fields that a part of the schema does not name.
      properties: {
        line1: {},
        line2: {},
        city: {},
        country: {},
        state: { pattern: US_STATE },
        postal_code: { pattern: US_POSTAL_CODE },
      },
    },
  });
export type PostalAddress = z.infer<typeof PostalAddress>;
