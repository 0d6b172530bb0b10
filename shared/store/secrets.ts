import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type SecretName, secretVariable } from "../domain/secret.ts";
import { table } from "./table.ts";

/** Shares the table's connections and deadlines. */
const client = new SecretsManagerClient({ maxAttempts: 3, requestHandler: table.config.requestHandler });

const known = new Map<SecretName, { reading: Promise<string>; at: number }>();

/** However often something asks for what is not there. */
const ANEW_MS = 5_000;

/**
 * A secret that the function's record names. Read once an environment; a failed read is not remembered. `anew`: it lacks something
 * that an operator may have put there since.
 */
export function readSecret(name: SecretName, { anew = false } = {}): Promise<string> {
  const before = known.get(name);
  if (before && !(anew && performance.now() - before.at >= ANEW_MS)) return before.reading;
  const reading = fetchSecret(name);
  known.set(name, { reading, at: performance.now() });
  reading.catch(() => known.delete(name));
  return reading;
}

async function fetchSecret(name: SecretName): Promise<string> {
  const SecretId = process.env[secretVariable(name)];
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error("The secret has no value");
  return SecretString;
}
