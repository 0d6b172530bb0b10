import { hkdfSync } from "node:crypto";
import { seal } from "../crypto/sealed.ts";
import { readSecrets } from "../store/table/secrets.ts";

/**
 * What a caller gave about a driver, with the digits of the social security number sealed for this driver.
 * The table stores only the sealed text. Drivers from before have the four digits themselves.
 */
export async function withSealedTin<T extends { ssn_last4?: string | undefined }>(
  driverId: string,
  given: T,
): Promise<T> {
  if (given.ssn_last4 === undefined) return given;
  const [newest] = await readSecrets("identity");
  return { ...given, ssn_last4: seal(given.ssn_last4, driverId, [tinKey(newest)]) };
}

const tinKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", "tax identification numbers", 32));
