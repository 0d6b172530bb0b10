import type { restartTimersCommand } from "../contract/operators/repair-commands.ts";
import { listExecutions, redriveExecution, redriveNamed } from "../queues/timer-executions.ts";
import type { List } from "./list-answer.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Plan, type Run, type RunAnswer } from "./serve/command-run.ts";

export const listTimersRun: List<"timers"> = async ({ status = "failed" }) => {
  const executions = await listExecutions(status);
  const data = executions.map(({ timer, name, status: ended, ended_at }) => ({
    name,
    timer,
    status: ended,
    ended_at,
  }));
  return {
    ok: true,
    message: `${numbered(data.length, "timer")} ${status === "failed" ? "failed" : data.length === 1 ? "waits" : "wait"}`,
    data,
  };
};

export const restartTimersRun: Run<typeof restartTimersCommand> = async ({ timer }) => {
  if (timer === "all") return restartAll();
  return {
    objects: [timer],
    will: `The timer ${timer} would continue, if it failed in the last 14 days`,
    act: async () => {
      if (await redriveNamed(timer)) return { ok: true, message: `${timer} continues` };
      throw new CommandProblem(`No timer ${timer} failed in the last 14 days`);
    },
  };
};

async function restartAll(): Promise<Plan | RunAnswer> {
  const failed = await listExecutions("failed");
  if (failed.length === 0) return { ok: true, message: "No timer failed" };
  return {
    will: `Failed timers that would continue: ${failed.length}`,
    act: async () => {
      const tooOld: string[] = [];
      for (const { name, arn } of failed) if (!(await redriveExecution(arn))) tooOld.push(name);
      const message = `Timers that continue: ${failed.length - tooOld.length}`;
      if (tooOld.length === 0) return { ok: true, message };
      return {
        ok: false,
        message: `${message}. These do already, or ended more than 14 days ago: ${tooOld.join(", ")}`,
      };
    },
  };
}
