import { isAccountId } from "../../domain/account/account.ts";
import { hashSpelling } from "../../store/signup/mailboxes.ts";

const ID = /^[\w-]{1,64}$/;

/** What a command is about: ids, and keyed hashes of emails. The name of an account is text, and no id. */
export async function objectsIn(input: Readonly<Record<string, unknown>>): Promise<string[]> {
  const objects = Object.entries(input).map(async ([field, value]) => {
    const typed = String(value);
    if (["email", "id", "person"].includes(field) && typed.includes("@"))
      return `email:${(await hashSpelling(typed))[0]}`;
    const isId = field === "account" ? isAccountId(typed) : /(?:^|_)id$|^person$/.test(field);
    return isId && ID.test(typed) ? typed : undefined;
  });
  return (await Promise.all(objects)).filter((object) => object !== undefined);
}
