import { fromEnv } from "@aws-sdk/credential-provider-env";

/**
 * Bundled in place of `@aws-sdk/credential-provider-node`, whose chain also asks files and metadata services
 * for credentials. Lambda has them in the environment, so the chain ends at its first link.
 */
export const defaultProvider = fromEnv;
