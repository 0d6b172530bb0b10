import { isAccountId } from "../../domain/account/account.ts";
import { hashSpelling } from "../../store/signup/mailboxes.ts";

const ID = /^[\w-]{1,64}$/;

export async function objectsIn(input: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { email, ...named } = input;
  const ids = Object.entries(named)
    .map(([field, value]) => ({ field, value: String(value) }))
    // The name of an account is text. Its commands add the account's id.
    .filter(({ field, value }) => field.endsWith("_id") || (field === "account" && isAccountId(value)))
    .map(({ value }) => value)
    .filter((value) => ID.test(value));
  return [...ids, ...(typeof email === "string" ? [`email:${(await hashSpelling(email))[0]}`] : [])];
}
