/**
 * Bundled in place of `@smithy/signature-v4` where tests run all functions in the local cloud's process: a
 * call names its caller in another way there (`direct-http.ts`). Signing takes a tenth of its CPU time.
 */
export class SignatureV4 {
  sign = async <T>(request: T): Promise<T> => request;
}

/** SES's client looks here for a signer of several regions. */
export const signatureV4aContainer = {};
