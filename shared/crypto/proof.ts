/** What only the mailed link carries: 256 random bits, in 43 characters that a URL takes as they are. */
export function newProof(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** What is kept of a proof: its SHA-256, in hexadecimal. Who reads the table cannot make a link of it. */
export async function hashOfProof(proof: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(proof))).toString("hex");
}

/**
 * Whether the proof in a link is one that was mailed for the signup. What is compared are hashes of what the caller
 * sent, so the time it takes tells nothing of what is stored.
 */
export async function holdsProof(
  { proofs }: { proofs?: Set<string> | undefined },
  proof: string,
): Promise<boolean> {
  return proofs?.has(await hashOfProof(proof)) ?? false;
}
