import { brand } from "../brand/brand.ts";
import { prefixes } from "../item/ids.ts";
import type { Signup, SignupStatus } from "./signup.ts";

const CONFIRMED =
  "Nothing to do: the account owner has confirmed. (Only the account owner, who must open signup_url to confirm, can do that.)";

const humanAction: Record<SignupStatus, string> = {
  initiated: "The account owner must open signup_url to confirm. Only they can confirm.",
  waitlist_joined: CONFIRMED,
  account_opened: CONFIRMED,
  declined:
    "Nothing to do: the account owner has declined. Do not ask them again. (Only the account owner, who must open signup_url to confirm, could.)",
};

const IN_THE_SANDBOX = " This is a sandbox signup: we send no email, and no person is involved.";
/** It leaves later, or never (limits of a mailbox, suppression): the text must not tell which. */
const BY_EMAIL = " We email them a link to confirm.";

const humanActionOf = (status: SignupStatus, isSandbox = false): string =>
  humanAction[status] + (isSandbox ? IN_THE_SANDBOX : status === "initiated" ? BY_EMAIL : "");

/** `baseUrl` has no trailing slash. */
export const publicSignup = (
  { signup_id, status, partner_id }: Pick<Signup, "signup_id" | "status" | "partner_id">,
  baseUrl: string,
) => ({
  signup_id,
  status,
  signup_url: `${baseUrl}/signup/${signup_id}`,
  status_url: `${baseUrl}/api/agent/signups/${signup_id}`,
  partner_id,
  human_action_required: humanActionOf(status, signup_id.startsWith(prefixes.sandboxSignup)),
  disclosures: brand.disclosures,
});
