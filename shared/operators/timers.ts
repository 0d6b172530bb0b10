import type { listTimersCommand, restartTimersCommand } from "../contract/operators/repair-commands.ts";
import { listExecutions, redriveExecution } from "../queues/timer-executions.ts";
import { CommandRefusal, type Run } from "./command-run.ts";

export const listTimersRun: Run<typeof listTimersCommand> = async ({ status = "failed" }) => {
  const found = await listExecutions(status);
  const data = found.map(({ timer, name, status: ended, ended_at }) => ({
    name,
    timer,
    status: ended,
    ended_at,
  }));
  return { ok: true, message: `${data.length} timers ${status === "failed" ? "failed" : "wait"}`, data };
};

export const restartTimersRun: Run<typeof restartTimersCommand> = async ({ timer }) => {
  const failed = await listExecutions("failed");
  const chosen = failed.filter(({ name }) => timer === "all" || name === timer);
  if (chosen.length === 0) {
    if (timer === "all") return { ok: true, message: "No timer failed" };
    throw new CommandRefusal(`No failed timer has the name ${timer}`);
  }
  return {
    objects: timer === "all" ? [] : [timer],
    will: `${chosen.length} failed timers would continue: ${chosen
      .map(({ name }) => name)
      .slice(0, 5)
      .join(", ")}${chosen.length > 5 ? ", ..." : ""}`,
    act: async () => {
      const tooOld: string[] = [];
      for (const { name, arn } of chosen) if (!(await redriveExecution(arn))) tooOld.push(name);
      const message = `Timers that continue: ${chosen.length - tooOld.length}`;
      if (tooOld.length === 0) return { ok: true, message };
      return {
        ok: false,
        message: `${message}. These cannot: they continue already, or ended more than 14 days ago: ${tooOld.join(", ")}`,
      };
    },
  };
};
