import { parseArgs } from "node:util";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import type { Command, CommandAnswer } from "../../shared/contract/operation.ts";
import { commands } from "../../shared/contract/service.ts";
import { commandFunctionName } from "../stack/operators.ts";
import { FaultInput, placesOfFault } from "./fault.ts";

/**
 * The operators' commands, such as `npm run ops -- keys create --test`: on AWS with `--stage`, else on the
 * local cloud.
 */
const HELP = `Usage: npm run ops -- COMMAND [--stage NAME | --url URL]

Commands:
${commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join("\n")}
  fault FRAMES [--function NAME]
      Print the file and line of a fault's frames; on this machine alone

  --stage NAME   run on AWS, at this stage, with the credentials and region of your environment
  --url URL      run on the local cloud at this address (default http://localhost:3000, or the port in PORT)
`;

if (process.argv[2] === "fault") showFault();
const { command, input, stage, url } = read();
const answer = await invoke(command, input).catch((error: Error) => stop(reasonOf(error, command)));
process.stdout.write(`${asTyped(answer.message, command)}\n`);
process.exit(answer.ok ? 0 : 1);

function read() {
  try {
    const flags = commands.flatMap(({ input: { shape } }) => Object.entries(shape));
    const {
      values: { help, ...values },
      positionals,
    } = parseArgs({
      allowPositionals: true,
      options: {
        ...Object.fromEntries(flags.map(([name, field]) => [flagOf(name), { type: typeOf(field) }])),
        stage: { type: "string" },
        url: { type: "string", default: `http://localhost:${process.env.PORT ?? "3000"}` },
        help: { type: "boolean" },
      },
    });
    if (help) return say(HELP);
    const [group, verb, argument, ...more] = positionals;
    if (group === undefined) return stop(HELP);
    const found = commands.find(({ words }) => words[0] === group && words[1] === verb);
    if (!found) return stop(`Unknown command: ${positionals.join(" ")}\n\n${HELP}`);
    if (more.length > 0 || (argument !== undefined && !found.argument))
      return stop(`Too many arguments. Usage: npm run ops -- ${found.usage}`);
    const { stage, url, ...given } = values as Record<string, string>;
    const input = Object.fromEntries(
      Object.entries(given).map(([flag, value]) => [flag.replaceAll("-", "_"), value]),
    );
    return {
      command: found,
      input: found.argument ? { ...input, [found.argument]: argument } : input,
      stage,
      url,
    };
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${HELP}`);
  }
}

function showFault(): never {
  try {
    return say(`${placesOfFault(process.argv.slice(3))}\n`);
  } catch (error) {
    if (error instanceof FaultInput) return stop(error.message);
    throw error;
  }
}

function flagOf(field: string): string {
  return field.replaceAll("_", "-");
}

function typeOf(field: unknown): "boolean" | "string" {
  const isFlag = field instanceof z.ZodMiniOptional && field._zod.def.innerType instanceof z.ZodMiniBoolean;
  return isFlag ? "boolean" : "string";
}

/** A function's reply names fields. The operator typed flags and an argument. */
function asTyped(message: string, { argument, usage, input }: Command): string {
  return message.replaceAll(/`(\w+)`/g, (quoted, field: string) => {
    if (field === argument) return usage.split(" ")[2] ?? quoted;
    return field in input.shape ? `--${flagOf(field)}` : quoted;
  });
}

/**
 * The same call on AWS and on the local cloud, apart from the address and the credentials. It is made once:
 * after a lost answer, the operator decides whether to run the command again.
 */
async function invoke({ name }: Command, payload: object): Promise<CommandAnswer> {
  const client = stage
    ? new LambdaClient({ maxAttempts: 1 })
    : new LambdaClient({
        endpoint: `${url}/_local/aws`,
        region: "us-east-1",
        credentials: { accessKeyId: "operator", secretAccessKey: "local" },
        maxAttempts: 1,
      });
  const FunctionName = commandFunctionName(stage ?? "local", name);
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(payload) }),
  );
  if (FunctionError) {
    const message = `the function failed (${FunctionError}); its log has the fault`;
    throw Object.assign(new Error(message), { name: "FunctionError" });
  }
  return JSON.parse(Payload?.transformToString() ?? "null") as CommandAnswer;
}

function reasonOf(error: Error, { repeated = "It is safe to run it again." }: Command): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "ECONNREFUSED" && !stage)
    return `No local cloud is running at ${url}. Start one with npm start, or give --stage NAME for AWS.`;
  // The SDK reports a cut connection as a timeout too.
  const lost = ["TimeoutError", "FunctionError"].includes(error.name) || code === "ECONNRESET";
  const failed = "$fault" in error && error.$fault === "server";
  return lost || failed
    ? `No answer arrived: ${error.message}. The command may have succeeded. ${repeated}`
    : error.message;
}

function say(text: string): never {
  process.stdout.write(text);
  process.exit(0);
}

function stop(text: string): never {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exit(1);
}
