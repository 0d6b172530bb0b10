/** The secret of an emailed link: 256 random bits, in 43 characters that need no escaping in a URL. */
export function newProof(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/**
 * The SHA-256 of a proof, in hexadecimal. The table stores only this, so a reader of the table cannot make a
 * link.
 */
export async function hashOfProof(proof: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(proof))).toString("hex");
}

/**
 * Whether a link's proof was emailed for the signup. It compares hashes of the caller's input, so the
 * duration reveals nothing about the stored ones.
 */
export async function holdsProof(
  { proofs }: { proofs?: Set<string> | undefined },
  proof: string,
): Promise<boolean> {
  return proofs?.has(await hashOfProof(proof)) ?? false;
}
