import { type DeadProof, deadProof } from "../domain/signup/dead-proof.ts";
import { type LiveSignup, validProof } from "../domain/signup/signup.ts";

/** The secret of an emailed link: 256 random bits, in 43 characters that need no escaping in a URL. */
export function newProof(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** The SHA-256 of a proof in hex. The table stores only this, so its reader cannot make a link. */
export async function hashOfProof(proof: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(proof))).toString("hex");
}

/** If it was emailed for the signup and is valid. Hashes are compared, so the duration reveals nothing. */
export const proofOf = async (
  signup: Pick<LiveSignup, "proofs">,
  proof: string,
  now: Date,
): Promise<string | undefined> => validProof(signup, await hashOfProof(proof), now);

/** Why a link's proof is not valid, by hashes as above. A valid one counts as expired. */
export const deadProofOf = async (
  signup: Pick<LiveSignup, "proofs" | "revoked_proofs">,
  proof: string,
): Promise<DeadProof> => deadProof(signup, await hashOfProof(proof));

/** Also when it is too old to confirm: a person must be able to stop email with the link that is in it. */
export async function disowningOf(
  signup: Pick<LiveSignup, "proofs" | "revoked_proofs">,
  proof: string,
): Promise<"possible" | "done" | "unknown"> {
  const dead = await deadProofOf(signup, proof);
  return dead === "unknown" ? dead : dead === "revoked" ? "done" : "possible";
}
