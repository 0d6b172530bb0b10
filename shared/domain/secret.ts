/** Secrets that the stack makes and functions read, each by the name of what it is for. `signing`: links that we hand out, and
 * what tells one request with an account number from another. `endpoint`: the secrets of webhook endpoints. */
export const secretNames = ["signing", "endpoint"] as const;
export type SecretName = (typeof secretNames)[number];

/** The variable of the environment that names the secret to a function. */
export const secretVariable = (name: SecretName): string => `${name.toUpperCase()}_SECRET_ARN`;
