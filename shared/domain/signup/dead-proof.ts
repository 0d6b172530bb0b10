import type { LiveSignup } from "./signup.ts";

/** Why an emailed link does not confirm. `unknown`: it was never emailed for the signup. */
export type DeadProof = "expired" | "revoked" | "unknown";

/** Why the proof with this hash is not valid. A valid one counts as expired: the caller checks it first. */
export function deadProof(
  { proofs, revoked_proofs }: Pick<LiveSignup, "proofs" | "revoked_proofs">,
  hash: string,
): DeadProof {
  const isAmong = (stored: ReadonlySet<string> | undefined) =>
    [...(stored ?? [])].some((proof) => proof.split(".")[0] === hash);
  if (isAmong(revoked_proofs)) return "revoked";
  return isAmong(proofs) ? "expired" : "unknown";
}
