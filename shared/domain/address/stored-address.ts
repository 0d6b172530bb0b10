import * as z from "zod/mini";

export const StoredAddress = z.object({
  line1: z.string(),
  line2: z.optional(z.string()),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});
export type StoredAddress = z.infer<typeof StoredAddress>;

export const publicAddress = (stored: StoredAddress | undefined) =>
  stored ? { ...stored, line2: stored.line2 ?? null } : null;

export const addressLines = ({ line1, line2, city, state, postal_code, country }: StoredAddress) => ({
  street: line2 === undefined ? line1 : `${line1}, ${line2}`,
  city: `${city}, ${state} ${postal_code}${country === "US" ? "" : `, ${country}`}`,
});
