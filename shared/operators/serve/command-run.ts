import type * as z from "zod/mini";
import type { Command, CommandAnswer } from "../../contract/operators/command.ts";

export class CommandProblem extends Error {
  override readonly name = "CommandProblem";
}

/** A command that the operator must write differently: `npm run ops` ends as after its own usage errors. */
export class WrongUsage extends CommandProblem {}

type WithObjects = { objects?: readonly string[] };

export type RunAnswer = CommandAnswer & WithObjects;

export type Plan = WithObjects & { will: string; act: () => Promise<RunAnswer> };

export type Circumstances = {
  now: Date;
  /** Empty when the operator gave none and the command needs none. */
  reason: string;
  reveal: boolean;
};

/** Reads what a command needs. One that changes something returns a plan, for a dry run or the change. */
export type Run<C extends Command> = (
  input: z.output<C["input"]>,
  circumstances: Circumstances,
) => Promise<RunAnswer | Plan>;
