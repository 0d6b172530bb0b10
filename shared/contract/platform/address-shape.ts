import * as z from "zod/mini";
import { component, note } from "../../domain/text/text.ts";

export const AddressShape = component("Address", {
  line1: note(z.string(), "Street and number, or a post office box."),
  line2: note(z.nullable(z.string()), "Apartment, suite or unit, or null."),
  city: note(z.string(), "City or town."),
  state: note(z.string(), "State or province."),
  postal_code: note(z.string(), "ZIP or postal code."),
  country: note(z.string(), "ISO 3166 country code of two letters."),
});
