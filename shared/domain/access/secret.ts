/**
 * Made by the stack. `signing`: links to tax forms, and HMACs of requests with an account number. `endpoint`:
 * seals endpoint secrets. `identity`: seals social security digits. `mailbox`: keys hashes of mailboxes.
 * `receipt`: signs receipts. `bank`, of a stage with a rail: opens account numbers.
 */
export const secretNames = ["signing", "endpoint", "identity", "mailbox", "receipt", "bank"] as const;
export type SecretName = (typeof secretNames)[number];

export const secretVariable = (name: SecretName): string => `${name.toUpperCase()}_SECRET_ARN`;
