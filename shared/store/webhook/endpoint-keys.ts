import { hkdfSync } from "node:crypto";
import { ofEnvironment } from "../table/environment.ts";
import { readSecrets, type SecretValues } from "../table/secrets.ts";

type Keys = [Uint8Array, ...Uint8Array[]];

/** The keys that seal endpoints' secrets, newest first. The first one seals. */
export const readEndpointKeys = async (options?: { anew: boolean }): Promise<Keys> =>
  endpointKeysFrom(await readSecrets("endpoint", options));

/**
 * The stack makes one value. An operator puts a new one before the old one, so the old key still opens what
 * it sealed. A reader that meets an unknown key reads the secret again.
 */
export function endpointKeysFrom(values: SecretValues): Keys {
  const derived = last();
  if (derived.values !== values) {
    const [newest, ...older] = values;
    Object.assign(derived, { values, keys: [keyFrom(newest), ...older.map(keyFrom)] });
  }
  return derived.keys as Keys;
}

/** The keys of the last values, since each delivery needs them and they seldom change. */
const last = ofEnvironment((): { values?: SecretValues; keys?: Keys } => ({}));

const keyFrom = (text: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", text, "", "webhook endpoint secrets", 32));
