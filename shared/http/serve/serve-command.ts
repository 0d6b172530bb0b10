import type * as z from "zod/mini";
import type { Command, CommandAnswer } from "../../contract/operation.ts";
import { PARSING, refusedInput } from "./refused-input.ts";
import { logFault, logger } from "./telemetry.ts";

/** The Lambda handler of an operator's command. Who may call it is IAM's to say; what was done is logged by name. */
export const serveCommand =
  <C extends Command>(command: C, act: (input: z.output<C["input"]>, now: Date) => Promise<CommandAnswer>) =>
  async (event: unknown): Promise<CommandAnswer> => {
    const parsed = command.input.safeParse(event, PARSING);
    if (!parsed.success) return { ok: false, message: refusedInput(parsed.error).message };
    try {
      const answer = await act(parsed.data as z.output<C["input"]>, new Date());
      logger.info("command", { operation: command.name, ok: answer.ok });
      return answer;
    } catch (error) {
      logFault(command.name, error);
      throw error;
    }
  };
