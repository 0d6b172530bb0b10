import { misused, type Stop } from "../../local/base/stop.ts";

/** Names of errors that AWS gives to requests whose credentials it does not accept. */
const EXPIRED = ["ExpiredToken", "ExpiredTokenException"];
const INVALID = ["UnrecognizedClientException", "InvalidSignatureException", "InvalidClientTokenId"];

/** One line for an error that the region or the credentials cause. Undefined: another cause. */
export function accessStop(error: unknown): Stop | undefined {
  const { name = "", message = "", code } = error as Partial<Error & { code: string }>;
  if (/^Region (?:is missing|not accepted)/.test(message))
    return misused("No AWS region is set. Set AWS_REGION to the region of the stage.");
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return misused(
      "No AWS region with this name was found. Check AWS_REGION, or your connection to the internet.",
    );
  if (name === "CredentialsProviderError")
    return misused("No AWS credentials were found. Sign in, or set AWS_PROFILE.");
  if (EXPIRED.includes(name)) return misused("Your AWS credentials have expired. Sign in again.");
  if (INVALID.includes(name)) return misused("AWS does not accept your credentials. Sign in again.");
  return undefined;
}
