import { brand } from "../brand.ts";
import { prefixes } from "../ids.ts";
import type { Signup, SignupStatus } from "./signup.ts";

const CONFIRMED =
  "The account owner must open signup_url to confirm. They have confirmed already: nothing more to do.";

const humanAction: Record<SignupStatus, string> = {
  initiated:
    "The account owner must open signup_url to confirm. Give them this link: they must open it personally, then confirm from the link we email them. You cannot confirm for them.",
  waitlist_joined: CONFIRMED,
  account_opened: CONFIRMED,
  declined: "The account owner must open signup_url to confirm. They have declined: do not ask them again.",
};

const IN_THE_SANDBOX = " This is a sandbox signup: no person is involved.";

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
  human_action_required:
    humanAction[status] + (signup_id.startsWith(prefixes.sandboxSignup) ? IN_THE_SANDBOX : ""),
  disclosures: brand.disclosures,
});
