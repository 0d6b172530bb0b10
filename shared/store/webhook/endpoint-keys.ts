import { hkdfSync } from "node:crypto";
import { readSecret } from "../table/secrets.ts";

type Keys = [Uint8Array, ...Uint8Array[]];

/** The keys that seal endpoints' secrets, newest first. The first one seals. */
export const readEndpointKeys = async (options?: { anew: boolean }): Promise<Keys> =>
  endpointKeysIn(await readSecret("endpoint", options));

/**
 * The stack makes one key. An operator puts a new one before the old one, with a comma between, so the old
 * key still opens what it sealed. A reader that meets an unknown key reads the secret again.
 */
export function endpointKeysIn(secret: string): Keys {
  if (derived?.secret !== secret) {
    const [newest = "", ...older] = secret.split(",");
    derived = { secret, keys: [keyFrom(newest), ...older.map(keyFrom)] };
  }
  return derived.keys;
}

/** The keys of the last secret, since each delivery needs them and they seldom change. */
let derived: { secret: string; keys: Keys } | undefined;

const keyFrom = (text: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", text.trim(), "", "webhook endpoint secrets", 32));
