import { hasSignedIn } from "../domain/account/member.ts";
import type { Owner } from "../domain/owner.ts";
import type { EndpointMail } from "../domain/webhook/webhook-endpoint.ts";
import { findContact } from "../store/account/accounts.ts";
import { listMembersByEmail } from "../store/account/members-by-email.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { deliverMail } from "./deliver-mail.ts";
import { endpointMail } from "./endpoint-mail.tsx";

/**
 * Emails an account about its endpoint. An account that an operator created has no address. A contact who has
 * signed in to this account gets the email although the mailbox disowned a signup.
 */
export async function sendEndpointMail(
  request: EndpointMail & Owner,
  now: Date,
  patience: AbortSignal,
): Promise<"sent" | "refused" | "no_address" | "suppressed"> {
  const address = await findContact(request.account_id, now);
  if (address === undefined) return "no_address";
  const members = await listMembersByEmail(address);
  const isOwn = members.some((member) => member.account_id === request.account_id && hasSignedIn(member));
  if (await isSuppressed(address, { evenDisowned: isOwn })) return "suppressed";
  return deliverMail(address, endpointMail(request), patience);
}
