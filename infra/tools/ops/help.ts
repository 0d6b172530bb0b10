import * as z from "zod/mini";
import { argumentOf, type Command } from "../../../shared/contract/operators/command.ts";
import { commands } from "../../../shared/contract/service.ts";

const COMMON = `Options of all commands:
  --stage NAME   run on AWS, at this stage, with the credentials and region of your environment
  --url URL      run on the local cloud at this address (default http://localhost:3000, or the port in PORT)
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
  program("changes --stage NAME --change-set NAME", "Judge what a change set would do to a stage"),
  program("objectives --stage NAME", "Show how much of its error budget each objective has left"),
  program("rollback show|arm|disarm --stage NAME", "Let CloudFormation roll back a bad deployment"),
];

const listed = (some: readonly Said[]) =>
  some.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join("\n");

export function usageOfAll(some?: readonly Command[]): string {
  const lines = listed(some ?? [...commands, ...programs]);
  return `Usage: npm run ops -- COMMAND [OPTIONS]\n\nCommands:\n${lines}\n\n${COMMON}`;
}

/** A flag that the usage does not name passes from one invocation to the next. */
export function helpOf({ usage, summary, input, argument, asks, masks }: Command): string {
  const fields = Object.entries(input.shape).flatMap(([name, field]) => {
    const flag = name === argument ? (argumentOf({ usage }) ?? name) : `--${name.replaceAll("_", "-")}`;
    return usage.includes(flag) ? [`  ${flag.padEnd(16)} ${descriptionOf(field as z.ZodMiniType)}`] : [];
  });
  const notes = [
    ...(asks ? ["It needs --reason, and asks before it acts: give --yes in scripts."] : []),
    ...(masks ? ["Personal data is masked, unless you give --reveal and --reason."] : []),
  ];
  const details = [...fields, ...notes].map((line) => `${line}\n`).join("");
  return `Usage: npm run ops -- ${usage}\n\n${summary}.\n\n${details && `${details}\n`}${COMMON}`;
}

function descriptionOf(field: z.ZodMiniType): string {
  const inner = field instanceof z.ZodMiniOptional ? (field._zod.def.innerType as z.ZodMiniType) : field;
  const described = z.globalRegistry.get(field)?.description ?? z.globalRegistry.get(inner)?.description;
  const values = inner instanceof z.ZodMiniEnum ? `One of: ${inner.options.join(", ")}.` : "";
  return described ?? values;
}
