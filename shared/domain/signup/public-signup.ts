import { brand } from "../brand.ts";
import type { Signup } from "./signup.ts";

/** A signup as the API shows it: where to send the person, and where to look afterwards. `baseUrl` has no trailing slash. */
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
    "Give signup_url to the account owner: they must open it personally, and then confirm from the link that we mail to them. You cannot confirm for them.",
  disclosures: brand.disclosures,
});
