import { hkdfSync } from "node:crypto";
import { ofEnvironment } from "../table/environment.ts";
import { readSecrets, type SecretValues } from "../table/secrets.ts";

type Keys = [Uint8Array, ...Uint8Array[]];

export const readEndpointKeys = async (options?: { anew: boolean }): Promise<Keys> =>
  endpointKeysFrom(await readSecrets("endpoint", options));

/** A new one is put before the old one, which opens what it sealed. An unknown one is read anew. */
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
