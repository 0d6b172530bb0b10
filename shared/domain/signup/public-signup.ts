import { brand } from "../brand.ts";
import type { Signup } from "./signup.ts";

/**
 * A signup as the API shows it, with the owner's link and the status link. `baseUrl` has no trailing slash.
 */
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
    "The account owner must open signup_url to confirm. Give them this link: they must open it personally, then confirm from the link we email them. You cannot confirm for them.",
  disclosures: brand.disclosures,
});
