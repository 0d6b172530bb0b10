import type * as z from "zod/mini";
import type { Access } from "../../domain/access/noun.ts";

export type Command = {
  name: string;
  /** It starts with the group and the verb that invoke it. */
  usage: string;
  summary: string;
  /** The input field that is given without a flag. */
  argument?: string;
  input: z.ZodMiniObject;
  /** It takes something away, or cannot be undone: it needs a reason, and shows what it would do and asks. */
  asks?: true;
  /** One invocation may not reach its end. `npm run ops` then invokes it again, with the answer's `next`. */
  continues?: true;
  /** Its rows are printed as CSV, for other programs. */
  csv?: true;
  /** Its answer has personal data, which is masked unless the operator gives `--reveal` and a reason. */
  masks?: true;
  /** The first line of its answer is for programs, and the rest for the operator. */
  firstLine?: true;
  /** Lines of the help, where its input takes several forms. */
  details?: readonly string[];
  /** Advice for a lost answer, where repeating the command has another effect. */
  repeated?: string;
  access: Access;
};

export const command = <const C extends Command>(record: C): C => record;

/** The group and the verb that invoke a command, or its one word. */
export const invocationOf = ({ usage }: Pick<Command, "usage">): string =>
  /^[a-z]+(?: [a-z][a-z-]*)?/.exec(usage)?.[0] ?? usage;

export const argumentOf = (command: Pick<Command, "usage">): string | undefined =>
  command.usage.slice(invocationOf(command).length + 1).split(" ")[0];

type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [name: string]: Json };
export type Fields = { readonly [name: string]: Json };

export type CommandAnswer = {
  ok: boolean;
  message: string;
  /** It was not run: the operator must write it differently. */
  misused?: true;
  data?: Fields | readonly Fields[];
  /** The command asks first, and its dry run found something to do. */
  would?: true;
  /** Input for the next run of the command, which continues where this one ended. */
  next?: Readonly<Record<string, string>>;
};
