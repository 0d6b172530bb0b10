import * as z from "zod/mini";
import { argumentOf, type Command } from "../../../shared/contract/operators/command.ts";
import { commands } from "../../../shared/contract/service.ts";

const COMMON = `Options of all commands:
  --stage NAME   run on AWS, at this stage, with the credentials and region of your environment
  --url URL      run on the local cloud at this address (default: at PORT, or the one that runs here)
  --reason TEXT  stored in the audit record; needed where a command erases, decides or reveals
  --dry-run      say what the command would do, and change nothing
  --yes          do not ask; without it, a command that takes something away asks on a terminal
  --reveal       show personal data unmasked; needs --reason
  --json         print one JSON object
  --help         print this, or the help of one command

Exit status: 0 done, 1 refused or failed, 2 wrong usage, 3 no answer: the command may have succeeded.
`;

type Said = Pick<Command, "usage" | "summary">;

const program = (usage: string, summary: string): Said => ({ usage, summary });
/** Programs of this machine, which `ops.ts` runs without a record. */
export const programs = [
  program(
    "fault FRAMES [--function NAME]",
    "Print the file and line of a fault's frames; on this machine alone",
  ),
  program("smoke [--timeout SECONDS]", "Check every kind of wiring of a stage with sandbox data"),
  program(
    "receipts verify FILE [--keys FILE] [--text FILE]",
    "Verify a consent receipt; on this machine alone",
  ),
  program("stage show|pause|resume", "Pause a stage: requests get a 503, and queues and timers wait"),
  program("rollback show|arm|disarm --stage NAME", "Let CloudFormation roll back a bad deployment"),
];

const listed = (some: readonly Said[]) =>
  some.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join("\n");

export function usageOfAll(some?: readonly Command[]): string {
  const lines = listed(some ?? [...commands, ...programs]);
  return `Usage: npm run ops -- COMMAND [OPTIONS]\n\nCommands:\n${lines}\n\n${COMMON}`;
}

/** A flag that the usage does not name passes from one invocation to the next. */
export function helpOf({ usage, summary, input, argument, asks, masks, details = [] }: Command): string {
  const fields = Object.entries(input.shape).flatMap(([name, field]) => {
    const flag = name === argument ? (argumentOf({ usage }) ?? name) : `--${name.replaceAll("_", "-")}`;
    return usage.includes(flag) ? [`  ${flag.padEnd(16)} ${descriptionOf(field as z.ZodMiniType)}`] : [];
  });
  const notes = [
    ...(asks ? ["It needs --reason, and asks before it acts: give --yes in scripts."] : []),
    ...(masks ? ["Personal data is masked, unless you give --reveal and --reason."] : []),
  ];
  const lines = [...fields, ...details, ...notes].map((line) => `${line}\n`).join("");
  return `Usage: npm run ops -- ${usage}\n\n${summary}.\n\n${lines && `${lines}\n`}${COMMON}`;
}

function descriptionOf(field: z.ZodMiniType): string {
  const inner = innerOf(field);
  const described = z.globalRegistry.get(field)?.description ?? z.globalRegistry.get(inner)?.description;
  const values = valuesOf(field);
  return described ?? (values ? `One of: ${values.join(", ")}.` : "");
}

const innerOf = (field: z.ZodMiniType): z.ZodMiniType =>
  field instanceof z.ZodMiniOptional ? (field._zod.def.innerType as z.ZodMiniType) : field;

/** Those that a field takes, if it takes no others. */
export function valuesOf(field: z.ZodMiniType): readonly string[] | undefined {
  const inner = innerOf(field);
  return inner instanceof z.ZodMiniEnum ? inner.options.map(String) : undefined;
}
