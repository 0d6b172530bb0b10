import type { Owner } from "../item/owner.ts";

/** A request to compare a driver's issued forms with what they should state, and to correct them. */
export type FormCheck = Owner & { kind: "form_check"; driver_id: string };

/** The driver's fields that a form states. */
const STATED: readonly unknown[] = ["first_name", "last_name", "ssn_last4", "address", "occupation"];

export function formCheckAfter(
  owner: Owner,
  type: unknown,
  data: Record<string, unknown>,
): FormCheck | undefined {
  const check = (driver_id: unknown): FormCheck => ({
    kind: "form_check",
    account_id: owner.account_id,
    mode: owner.mode,
    driver_id: String(driver_id),
  });
  if (type === "payment.refunded") return check(data.driver_id);
  if (type !== "driver.updated" || !Array.isArray(data.changed)) return undefined;
  return data.changed.some((field) => STATED.includes(field)) ? check(data.id) : undefined;
}
