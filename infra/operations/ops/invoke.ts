import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command, CommandAnswer } from "../../../shared/contract/operators/command.ts";
import { operatorFunctionName } from "../../../shared/contract/operators/function-name.ts";
import type { OperatorRequest } from "../../../shared/contract/operators/operator-request.ts";
import { operatorFunctions } from "../../../shared/contract/service.ts";
import { STARTING } from "../../local/base/running.ts";
import { accessStop } from "./aws-errors.ts";
import { signedRequest } from "./signed-request.ts";
import { exitCodes, Stop } from "../../local/base/stop.ts";

const LOOK_EVERY_MS = 500;

export const noLocalCloud = (url: string): string =>
  `No local cloud is running at ${url}. Start one with npm start. If it has another address, give ` +
  "--url http://localhost:PORT, or set PORT. For AWS, give --stage NAME.";

export type StageAddress = { stage: string | undefined; url: string };

/** The local cloud knows one operator by these credentials. */
const LOCAL = { region: "us-east-1", credentials: { accessKeyId: "operator", secretAccessKey: "local" } };

/** The settings of a client of AWS, or of the local cloud in its place. */
export const clientFor = ({ stage, url }: StageAddress): Partial<typeof LOCAL> & { endpoint?: string } =>
  stage === undefined ? { ...LOCAL, endpoint: `${url}/_local/aws` } : {};

/** Made once: after a lost answer, the operator decides whether to run the command again. */
export async function invoke(
  command: Command,
  request: Omit<OperatorRequest, "nonce">,
  target: StageAddress,
): Promise<CommandAnswer> {
  const client = new LambdaClient({ maxAttempts: 1, ...clientFor(target) });
  const stage = target.stage ?? "local";
  const name =
    operatorFunctions.find(({ commands }) => commands.some((each) => each === command))?.name ?? "";
  const FunctionName = operatorFunctionName(stage, name);
  try {
    const [region, credentials] = await Promise.all([client.config.region(), client.config.credentials()]);
    const signed = await signedRequest(request, { stage, region, credentials });
    const sent = new InvokeCommand({ FunctionName, Payload: JSON.stringify(signed) });
    const { Payload, FunctionError } = await started(() => client.send(sent));
    if (FunctionError)
      throw Object.assign(new Error(`the function failed (${FunctionError}); its log has the fault`), {
        name: "FunctionError",
      });
    return JSON.parse(Payload?.transformToString() ?? "null") as CommandAnswer;
  } catch (error) {
    throw stopFor(error as Error, command, { ...target, FunctionName });
  }
}

/** While the local cloud starts, it runs no function: the same call again is the first one. */
async function started<T>(call: () => Promise<T>): Promise<T> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await call();
    } catch (error) {
      if ((error as Error).name !== STARTING) throw error;
      if (!isTold) process.stderr.write("Waiting for the local cloud, which is starting...\n");
      await sleep(LOOK_EVERY_MS);
    }
  }
}

function stopFor(
  error: Error,
  { repeated = "It is safe to run it again." }: Command,
  at: StageAddress & { FunctionName: string },
) {
  const { stage, url, FunctionName } = at;
  const code = "code" in error ? error.code : undefined;
  const refused = (message: string) => new Stop(message, exitCodes.USAGE);
  if (code === "ECONNREFUSED" && !stage) return refused(noLocalCloud(url));
  const denied = accessStop(error);
  if (denied) return denied;
  if (error.name === "ResourceNotFoundException")
    return refused(
      stage
        ? `The stage ${stage} has no function ${FunctionName} in this account and region. Check --stage and AWS_REGION, or deploy this version.`
        : `The local cloud at ${url} runs another version of the service. Start it again.`,
    );
  if (error.name === "AccessDeniedException")
    return refused(`Your credentials may not run this. They need lambda:InvokeFunction on ${FunctionName}.`);
  // The SDK reports a cut connection as a timeout too.
  const lost = ["TimeoutError", "FunctionError"].includes(error.name) || code === "ECONNRESET";
  const failed = "$fault" in error && error.$fault === "server";
  if (lost || failed)
    return new Stop(
      `No answer arrived: ${error.message}. The command may have succeeded. ${repeated}`,
      exitCodes.UNKNOWN,
    );
  return new Stop(error.message, exitCodes.REFUSED);
}
