import { hkdfSync } from "node:crypto";
import { readSecret } from "../table/secrets.ts";

type Keys = [Uint8Array, ...Uint8Array[]];

/** The keys that seal endpoints' secrets, newest first; the first one seals. */
export const readEndpointKeys = async (options?: { anew: boolean }): Promise<Keys> =>
  endpointKeysIn(await readSecret("endpoint", options));

/**
 * The stack makes one. An operator who wants another puts it before the old one, with a comma between, so that what the old one
 * sealed still opens. Who meets a seal by a key that came since reads them anew.
 */
export function endpointKeysIn(secret: string): Keys {
  const [newest = "", ...older] = secret.split(",");
  return [keyFrom(newest), ...older.map(keyFrom)];
}

const keyFrom = (text: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", text.trim(), "", "webhook endpoint secrets", 32));
