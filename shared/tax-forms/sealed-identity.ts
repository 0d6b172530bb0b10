import { hkdfSync } from "node:crypto";
import { type SealingKeys, seal, unseal } from "../crypto/sealed.ts";
import type { TaxIdentity } from "../domain/driver/deleted-driver.ts";
import { readSecrets } from "../store/table/secrets.ts";

/** A deleted driver's identity, sealed for that driver. Only corrections of tax forms open it. */
export const sealedIdentity = async (driverId: string, identity: TaxIdentity): Promise<string> =>
  seal(JSON.stringify(identity), driverId, await identityKeys());

export const openedIdentity = async (driverId: string, sealed: string): Promise<TaxIdentity> =>
  JSON.parse(unseal(sealed, driverId, await identityKeys()));

async function identityKeys(): Promise<SealingKeys> {
  const [newest, ...older] = await readSecrets("identity");
  return [identityKey(newest), ...older.map(identityKey)];
}

const identityKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", "identities of deleted drivers", 32));
