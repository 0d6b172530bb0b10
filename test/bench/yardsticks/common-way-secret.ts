import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { commonWay } from "./common-payout.ts";

const client = new SecretsManagerClient({});

/** The same for an operation that reads a secret, such as the key that seals a driver's bank account. */
export const handler = commonWay(() => client.send(new GetSecretValueCommand({ SecretId: "bench" })));
