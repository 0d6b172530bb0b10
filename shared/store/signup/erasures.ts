import type { LiveSignup } from "../../domain/signup/signup.ts";
import { type Key, keys } from "../keys/keys.ts";
import { tableName, transact, type Write } from "../table/table.ts";

/**
 * Forgets a signup and all that stands under its address, which is then as new: answers whether this call did it. An account that is
 * open, or was opened meanwhile, forbids it; a signup that the address began since is another, and stays.
 */
export async function deleteSignup({ signup_id, email }: LiveSignup): Promise<boolean> {
  const refusal = await transact([
    {
      Delete: {
        TableName: tableName,
        Key: keys.signup(signup_id),
        ConditionExpression: "attribute_exists(pk) AND #status <> :opened",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":opened": "account_opened" },
      },
    },
    // While the signup is there, these are its own: an address begins no other.
    remove(keys.signupEmail(email)),
    remove(keys.suppression(email)),
    remove(keys.waitlist(email)),
  ]);
  return refusal === undefined;
}

const remove = (key: Key): Write => ({ Delete: { TableName: tableName, Key: key } });
