import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { payoutHandler } from "./common-payout.ts";

const client = new SecretsManagerClient({});

/** The same for an operation that reads a secret, such as the key that seals a driver's bank account. */
export const handler = payoutHandler(() => client.send(new GetSecretValueCommand({ SecretId: "bench" })));
