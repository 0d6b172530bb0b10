import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { another, commonWay } from "./common-payout.ts";

const client = new SecretsManagerClient({});
const readSecret = () => client.send(new GetSecretValueCommand({ SecretId: "bench" }));

/** The same for an operation that reads a secret, such as the key that seals a driver's bank account. */
export const keyed = commonWay(readSecret);
export const busy = commonWay(async () => [await readSecret(), await another()], 6);
