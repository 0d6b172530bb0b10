import { hashOfProof } from "../../crypto/proof.ts";
import { shownAsker } from "../../domain/account/account-profile.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { type Agreement, statedLimits } from "../../domain/savings/agreement.ts";
import { isReachable } from "../../domain/savings/reachable.ts";
import type { LiveSignup } from "../../domain/signup/signup.ts";
import { findAccountProfile } from "../../store/account/account-profiles.ts";
import { findPayerName } from "../../store/account/accounts.ts";
import { findAgreement, findSavingsLink } from "../../store/savings/agreements.ts";
import { findSignup } from "../../store/signup/signups.ts";

type Behind = { proofHash: string; agreement: Agreement; signup: LiveSignup | undefined };

/** A live link holds while its person's signup does. Undefined: unknown. `replaced`: a newer invitation. */
export async function savingsOfLink(proof: string, now: Date): Promise<Behind | "replaced" | undefined> {
  const proofHash = await hashOfProof(proof);
  const link = await findSavingsLink(proofHash);
  if (!link) return undefined;
  const signup = link.signup_id === undefined ? undefined : await findSignup(link.signup_id, now);
  if (link.mode === "live" && !isReachable(signup)) return undefined;
  const agreement = await findAgreement(link, link.driver_id);
  if (agreement?.id !== link.agreement_id) return "replaced";
  return { proofHash, agreement, signup: isReachable(signup) ? signup : undefined };
}

/** A company words its legal name at any time, so the registered one is beside it. */
export async function termsOf(owner: Owner, now: Date) {
  const [{ legal_name, withholding_terms }, registered] = await Promise.all([
    findAccountProfile(owner),
    findPayerName(owner.account_id, now),
  ]);
  return {
    partner: shownAsker(legal_name, registered) ?? registered,
    accepted: withholding_terms,
    limits: statedLimits(now.getUTCFullYear()),
  };
}
