import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { argumentOf, type Command, invocationOf } from "../../../shared/contract/operators/command.ts";
import { commands } from "../../../shared/contract/service.ts";
import { nearest } from "../../local/base/command-line.ts";
import { helpOf, programs, usageOfAll, valuesOf } from "./help.ts";
import { flag, ownUrl, word } from "../../local/base/options.ts";
import { misused, Stop } from "../../local/base/stop.ts";

const common = {
  stage: word,
  url: word,
  reason: word,
  reveal: flag,
  "dry-run": flag,
  yes: flag,
  json: flag,
  help: flag,
} as const;

export type CommandLine = {
  command: Command;
  input: Record<string, unknown>;
  stage: string | undefined;
  url: string;
  reason: string | undefined;
  reveal: boolean;
  dryRun: boolean;
  yes: boolean;
  json: boolean;
};

/** What an operator typed. Throws a {@link Stop} with the help, or with one sentence about a mistake. */
export function readCommandLine(args: string[]): CommandLine {
  const flags = commands.flatMap(({ input: { shape } }) => Object.entries(shape));
  const options = {
    ...Object.fromEntries(flags.map(([name, field]) => [flagOf(name), { type: typeOf(field) }])),
    ...common,
  };
  const { values, positionals } = parsed(args, options);
  const { stage, url, reason, reveal, "dry-run": dryRun, yes, json, help, ...fields } = values;
  const [group, verb] = positionals;
  if (group === undefined) throw help ? new Stop(usageOfAll(), 0) : misused(usageOfAll());
  const command = commandOf(group, verb, help);
  if (help) throw new Stop(helpOf(command), 0);
  return {
    command,
    input: inputOf(command, fields, positionals.slice(invocationOf(command).split(" ").length)),
    stage,
    url: url ?? ownUrl(),
    reason,
    reveal: reveal === true,
    dryRun: dryRun === true,
    yes: yes === true,
    json: json === true,
  };
}

type Values = Partial<Record<string, string | boolean>> & {
  [Name in keyof typeof common]?: (typeof common)[Name]["type"] extends "string" ? string : boolean;
};

function parsed(args: string[], options: Record<string, { type: "string" | "boolean" }>) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    return { values: values as Values, positionals };
  } catch (error) {
    const { message } = error as Error;
    const [, option] = /^Unknown option '--?([^'=]*)/.exec(message) ?? [];
    if (option !== undefined) throw misused(unknownOption(option, flagsOf(args, options)));
    const [, incomplete] = /^Option '(?:-\w, )?--([\w-]+)(?: <value>)?' argument/.exec(message) ?? [];
    throw misused(incomplete === undefined ? message : `--${incomplete} needs a value.`);
  }
}

function flagsOf([group, verb]: string[], options: object): string[] {
  const named = commandNamed(group, verb);
  return named ? Object.keys(named.input.shape).map(flagOf) : Object.keys(options);
}

const commandNamed = (group: string | undefined, verb: string | undefined) =>
  commands.find((each) => [group, `${group} ${verb}`].includes(invocationOf(each)));

function commandOf(group: string, verb: string | undefined, help: boolean | undefined): Command {
  const named = commandNamed(group, verb);
  if (named) return named;
  const same = commands.filter(({ usage }) => usage.startsWith(`${group} `));
  if (same.length > 0 && verb === undefined) throw new Stop(usageOfAll(same), help ? 0 : 2);
  const typed = [group, verb ?? ""].join(" ").trim();
  const others = programs.map((each) => invocationOf(each).replace(/ show$/, ""));
  const invocations = [...commands.map(invocationOf), ...others];
  throw misused(
    `There is no command ${typed}.${didYouMean(typed, invocations)} npm run ops -- --help lists all.`,
  );
}

function inputOf(command: Command, flags: Values, more: string[]): Record<string, unknown> {
  const { argument, usage, input } = command;
  const [value, tooMany] = more;
  if (tooMany !== undefined || (value !== undefined && argument === undefined))
    throw misused(`Too many arguments. Usage: npm run ops -- ${usage}`);
  const taken = Object.keys(input.shape).filter((name) => name !== argument);
  const foreign = Object.keys(flags).find((flag) => !taken.includes(flag.replaceAll("-", "_")));
  if (foreign !== undefined)
    throw misused(`${unknownOption(foreign, taken.map(flagOf))} Usage: npm run ops -- ${usage}`);
  const field = argument === undefined ? undefined : (input.shape[argument] as z.ZodMiniType);
  if (field && value === undefined && !(field instanceof z.ZodMiniOptional))
    throw misused(`${argumentOf(command)} is required.\n\n${helpOf(command)}`);
  const values = field && valuesOf(field);
  if (value !== undefined && values && !values.includes(value))
    throw misused(`${argumentOf(command)} must be one of ${values.join(", ")}.${didYouMean(value, values)}`);
  const fields = Object.entries(flags).map(([flag, each]) => [flag.replaceAll("-", "_"), each]);
  return { ...Object.fromEntries(fields), ...(argument && value !== undefined && { [argument]: value }) };
}

function unknownOption(option: string, known: readonly string[]): string {
  return `Unknown option --${option}.${didYouMean(option, [...known, ...Object.keys(common)], "--")}`;
}

function didYouMean(typed: string, candidates: readonly string[], before = ""): string {
  const meant = nearest(typed, candidates);
  return meant ? ` Did you mean ${before}${meant}?` : "";
}

export const flagOf = (field: string): string => field.replaceAll("_", "-");

function typeOf(field: unknown): "boolean" | "string" {
  const isFlag = field instanceof z.ZodMiniOptional && field._zod.def.innerType instanceof z.ZodMiniBoolean;
  return isFlag ? "boolean" : "string";
}
