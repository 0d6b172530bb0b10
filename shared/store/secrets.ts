import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type SecretName, secretVariable } from "../domain/secret.ts";
import { table } from "./table.ts";

/** Shares the table's connections and deadlines. */
const client = new SecretsManagerClient({ maxAttempts: 3, requestHandler: table.config.requestHandler });

const known = new Map<SecretName, Promise<string>>();

/** A secret that the function's record names. Read once an environment; a failed read is not remembered. */
export function readSecret(name: SecretName): Promise<string> {
  const reading = known.get(name) ?? fetchSecret(name);
  known.set(name, reading);
  reading.catch(() => known.delete(name));
  return reading;
}

async function fetchSecret(name: SecretName): Promise<string> {
  const SecretId = process.env[secretVariable(name)];
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error("The secret has no value");
  return SecretString;
}
