import { fromEnv } from "@aws-sdk/credential-provider-env";

/** In place of `@aws-sdk/credential-provider-node`: Lambda has credentials in the environment. */
export const defaultProvider = fromEnv;
