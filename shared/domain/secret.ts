/**
 * Secrets that the stack creates and functions read. `signing` seals the links to tax forms and keys the HMAC
 * of requests that contain an account number. `endpoint` seals the secrets of webhook endpoints, `identity`
 * the last digits of drivers' social security numbers. `mailbox` keys the hashes of mailboxes that limits
 * count and that get no more email. `receipt` gives the keys that sign the receipts of people's acts.
 */
export const secretNames = ["signing", "endpoint", "identity", "mailbox", "receipt"] as const;
export type SecretName = (typeof secretNames)[number];

/** The environment variable that holds the secret's ARN. */
export const secretVariable = (name: SecretName): string => `${name.toUpperCase()}_SECRET_ARN`;
