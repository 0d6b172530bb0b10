import type { Owner } from "../domain/owner.ts";
import type { EndpointMail } from "../domain/webhook/webhook-endpoint.ts";
import { findContact } from "../store/account/accounts.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { deliverMail } from "./deliver-mail.ts";
import { endpointMail } from "./endpoint-mail.tsx";

/** Emails an account about its endpoint. An account that an operator created has no address. */
export async function sendEndpointMail(
  request: EndpointMail & Owner,
  now: Date,
): Promise<"sent" | "no_address" | "suppressed"> {
  const address = await findContact(request.account_id, now);
  if (address === undefined) return "no_address";
  if (await isSuppressed(address)) return "suppressed";
  await deliverMail(address, endpointMail(request));
  return "sent";
}
