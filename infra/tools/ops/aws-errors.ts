import { exitCodes, misused, Stop } from "./stop.ts";

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

/** Runs a program of an operator: its result is the exit status, and an error is one line. */
export async function runTool(program: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program(process.argv.slice(2));
  } catch (error) {
    const stop = error instanceof Stop ? error : accessStop(error);
    const { name, message } = error as Error;
    const { code, message: line } = stop ?? new Stop(`${name}: ${message}`, exitCodes.REFUSED);
    (code === exitCodes.DONE ? process.stdout : process.stderr).write(`${line.trimEnd()}\n`);
    process.exitCode = code;
  }
}
