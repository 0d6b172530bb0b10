import type * as z from "zod/mini";
import type { Command, CommandAnswer } from "../../contract/operation.ts";
import { PARSING, refusedInput } from "./refused-input.ts";
import { logFault, logger } from "./telemetry.ts";

/** An expected refusal of a command. The operator reads the message. */
export class CommandRefusal extends Error {
  override readonly name = "CommandRefusal";
}

/**
 * The Lambda handler of an operator's command. IAM decides who may call it. The log has the command's name
 * only.
 */
export const serveCommand =
  <C extends Command>(command: C, act: (input: z.output<C["input"]>, now: Date) => Promise<CommandAnswer>) =>
  async (event: unknown): Promise<CommandAnswer> => {
    const parsed = command.input.safeParse(event, PARSING);
    if (!parsed.success) return { ok: false, message: refusedInput(parsed.error).message };
    try {
      return logged(command, await act(parsed.data as z.output<C["input"]>, new Date()));
    } catch (error) {
      if (error instanceof CommandRefusal) return logged(command, { ok: false, message: error.message });
      logFault(command.name, error);
      throw error;
    }
  };

function logged({ name }: Command, answer: CommandAnswer): CommandAnswer {
  logger.info("command", { operation: name, ok: answer.ok });
  return answer;
}
