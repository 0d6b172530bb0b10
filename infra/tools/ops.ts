import { parseArgs } from "node:util";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import type { Command, CommandAnswer } from "../../shared/contract/operation.ts";
import { commands } from "../../shared/contract/service.ts";
import { commandFunctionName } from "../stack/operators.ts";

/** `npm run ops -- signups open-account ID --reason TEXT`: on AWS with `--stage`, else on the local cloud. */
const HELP = `Commands:
${commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join("\n")}

  --stage NAME   on AWS, with the credentials and region of your environment
  --url URL      on the local cloud there (default http://localhost:3000, or PORT)
`;

const { command, input, stage, url } = read();
const answer = await invoke(command, input).catch((error: Error) => stop(reasonOf(error, command)));
process.stdout.write(`${answer.message}\n`);
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
    const found = commands.find(({ words }) => words[0] === group && words[1] === verb);
    if (!found || more.length > 0 || (argument !== undefined && !found.argument)) return stop(HELP);
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

function flagOf(field: string): string {
  return field.replaceAll("_", "-");
}

function typeOf(field: unknown): "boolean" | "string" {
  const isFlag = field instanceof z.ZodMiniOptional && field._zod.def.innerType instanceof z.ZodMiniBoolean;
  return isFlag ? "boolean" : "string";
}

/**
 * The very call on AWS and here; only the address differs, and whose credentials it takes. One attempt: whether to repeat a command
 * whose answer was lost is for who typed it to say.
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
    const message = `the function failed (${FunctionError}), and its log says why`;
    throw Object.assign(new Error(message), { name: "FunctionError" });
  }
  return JSON.parse(Payload?.transformToString() ?? "null") as CommandAnswer;
}

function reasonOf(error: Error, { repeated = "Repeat it: nothing is done twice." }: Command): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "ECONNREFUSED" && !stage)
    return `Nothing answers at ${url}: start it with npm start, or name a --stage on AWS`;
  // The SDK names a connection that was cut a timeout, too.
  const lost = ["TimeoutError", "FunctionError"].includes(error.name) || code === "ECONNRESET";
  const failed = "$fault" in error && error.$fault === "server";
  return lost || failed
    ? `No answer came: ${error.message}. What you asked for may have been done all the same. ${repeated}`
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
