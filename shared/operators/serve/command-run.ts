import type * as z from "zod/mini";
import type { Command, CommandAnswer } from "../../contract/operators/command.ts";

/** An expected refusal of a command. The operator reads the message. */
export class CommandProblem extends Error {
  override readonly name = "CommandProblem";
}

/** A command that the operator must write differently: `npm run ops` ends as after its own usage errors. */
export class WrongUsage extends CommandProblem {}

type WithObjects = { objects?: readonly string[] };

/** The answer of a command, and for the audit record the ids of the objects that it found or made. */
export type RunAnswer = CommandAnswer & WithObjects;

/** What a command would do, in words without personal data, and the function that does it. */
export type Plan = WithObjects & { will: string; act: () => Promise<RunAnswer> };

export type Circumstances = {
  now: Date;
  /** Empty when the operator gave none and the command needs none. */
  reason: string;
  /** Whether the operator may see personal data. */
  reveal: boolean;
};

/** Reads what a command needs. One that changes something returns a plan, for a dry run or the change. */
export type Run<C extends Command> = (
  input: z.output<C["input"]>,
  circumstances: Circumstances,
) => Promise<RunAnswer | Plan>;
