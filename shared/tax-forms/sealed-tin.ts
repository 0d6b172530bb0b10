import { hkdfSync } from "node:crypto";
import { type SealingKeys, seal, UnknownKey, unseal } from "../crypto/sealed.ts";
import { sealedFor } from "../domain/account/account-profile.ts";
import type { Owner } from "../domain/item/owner.ts";
import { readSecrets } from "../store/table/secrets.ts";

/** What a caller gave, with the number's digits sealed for this driver. The table stores only that. */
export async function withSealedTin<T extends { ssn_last4?: string | null | undefined }>(
  driverId: string,
  profile: T,
  stored?: string,
): Promise<T> {
  if (typeof profile.ssn_last4 !== "string") return profile;
  return { ...profile, ssn_last4: (await sealer(driverId, stored))(profile.ssn_last4) };
}

export const einSealer = (owner: Owner, stored: string | undefined) => sealer(sealedFor(owner), stored);

/** A number that is stored keeps its sealed text, so that sending it again changes nothing. */
async function sealer(owner: string, stored: string | undefined): Promise<(text: string) => string> {
  const [newest] = await readSecrets("identity");
  // A stored one that no key opens is replaced.
  const known = stored && (await opened(stored, owner).catch(() => undefined));
  return (text) => (stored && text === known ? stored : seal(text, owner, [tinKey(newest)]));
}

export const openedEin = (owner: Owner, sealed: string): Promise<string> => opened(sealed, sealedFor(owner));

export const openedTin = (driverId: string, sealed: string): Promise<string> => opened(sealed, driverId);

/** A key that is unknown may be newer than the cached ones. */
async function opened(sealed: string, owner: string): Promise<string> {
  try {
    return unseal(sealed, owner, await tinKeys());
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    return unseal(sealed, owner, await tinKeys({ anew: true }));
  }
}

async function tinKeys(options?: { anew: true }): Promise<SealingKeys> {
  const [newest, ...older] = await readSecrets("identity", options);
  return [tinKey(newest), ...older.map(tinKey)];
}

const tinKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", "tax identification numbers", 32));
