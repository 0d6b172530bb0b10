import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type SecretName, secretVariable } from "../../domain/secret.ts";
import { remembered } from "./remembered.ts";
import { table } from "./table.ts";

/** Shares the table's connections and deadlines. */
const client = new SecretsManagerClient({ maxAttempts: 3, requestHandler: table.config.requestHandler });

type Values = [string, ...string[]];

const known = remembered<Promise<string>>(Number.POSITIVE_INFINITY, 2);

/** However often something asks for what is not there. */
const ANEW_MS = 5_000;

/**
 * What signs must be taken out of use by an operator soon after it leaked; what opens is looked for when it is missed. By the wall's
 * clock: the monotonic one stands still while Lambda freezes an environment.
 */
const REMEMBERED_MS: Record<SecretName, number> = { signing: 60_000, endpoint: Number.POSITIVE_INFINITY };

/**
 * A secret that the function's record names. Remembered by an environment; a failed read is not. `anew`: it lacks something that an
 * operator may have put there since.
 */
export function readSecret(name: SecretName, { anew = false } = {}): Promise<string> {
  const now = Date.now();
  const before = known.get(name, now, anew ? ANEW_MS : REMEMBERED_MS[name]);
  if (before !== undefined) return before;
  const reading = known.put(name, fetchSecret(name), now);
  reading.catch(() => known.delete(name));
  return reading;
}

/** A secret as a list: an operator who wants another value puts it before the old one, with a comma between. The first one signs. */
export async function readSecrets(name: SecretName, options?: { anew: boolean }): Promise<Values> {
  const [newest, ...older] = (await readSecret(name, options)).split(",").map((value) => value.trim());
  if (!newest) throw new Error("The secret has no first value");
  // Nothing is a value that anybody knows.
  return [newest, ...older.filter((value) => value !== "")];
}

async function fetchSecret(name: SecretName): Promise<string> {
  const SecretId = process.env[secretVariable(name)];
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error("The secret has no value");
  return SecretString;
}
