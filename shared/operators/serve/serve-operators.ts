import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Command, CommandAnswer } from "../../contract/operators/command.ts";
import {
  AuditReason,
  type OperatorRequest,
  requestIn,
  SignedRequest,
} from "../../contract/operators/operator-request.ts";
import { operatorActivities } from "../../domain/account/activity.ts";
import {
  type AuditRecord,
  type AuditResult,
  auditStarted,
  resultInWords,
} from "../../domain/audit/audit-record.ts";
import { PARSING, refusedInput } from "../../http/serve/refused-input.ts";
import { logFault, logger } from "../../http/serve/telemetry.ts";
import { putActivity } from "../../store/account/activities.ts";
import { moveAuditToEnded, putAuditStarted } from "../../store/audit/audit.ts";
import { provenCaller } from "./caller.ts";
import {
  type Circumstances,
  CommandProblem,
  type Plan,
  type Run,
  type RunAnswer,
  WrongUsage,
} from "./command-run.ts";
import { objectsIn } from "./objects.ts";

type Runs<C extends Command> = { [Each in C as Each["name"]]: Run<Each> };

type Served<C extends Command> = { commands: readonly C[]; changesAccounts?: true };

/** IAM decides who may invoke it. Each action is proven, recorded before it begins, and when it has ended. */
export const serveOperators =
  <const C extends Command>({ commands, changesAccounts }: Served<C>, runs: Runs<C>) =>
  async (event: unknown): Promise<CommandAnswer> => {
    try {
      const signed = SignedRequest.safeParse(event);
      if (!signed.success) throw new CommandProblem("Run the command with npm run ops, which signs it");
      const request = requestIn(signed.data.request);
      const command = commands.find(({ name }) => name === request?.command);
      if (!request || !command) throw new CommandProblem("This stage runs another version of the commands");
      const begin = begun(command, runs[command.name as C["name"]] as Run<Command>, request);
      const caller = await provenCaller(signed.data);
      const signature = createHash("sha256").update(signed.data.caller.authorization).digest("hex");
      return await audited(command, request, { caller, signature, begin, changesAccounts });
    } catch (error) {
      const misused = error instanceof WrongUsage && ({ misused: true } as const);
      if (error instanceof CommandProblem) return { ok: false, message: error.message, ...misused };
      logFault("operators", error);
      throw error;
    }
  };

function begun(
  command: Command,
  run: Run<Command>,
  { input, dry_run, reason = "", reveal }: OperatorRequest,
) {
  const parsed = command.input.safeParse(input, PARSING);
  if (!parsed.success) throw new WrongUsage(refusedInput(parsed.error).message);
  const why = z.object({ reason: z.optional(AuditReason) }).safeParse(reason ? { reason } : {}, PARSING);
  if (!why.success) throw new WrongUsage(refusedInput(why.error).message);
  if (reveal && !command.masks) throw new WrongUsage("This command shows no personal data to reveal");
  if (reason === "" && (command.asks || reveal)) throw new WrongUsage("`reason` is required.");
  return async (now: Date): Promise<RunAnswer> => {
    const circumstances: Circumstances = { now, reason, reveal: reveal === true };
    const begun = await run(parsed.data, circumstances);
    if (!("act" in begun)) return begun;
    if (!dry_run) return withObjects(await begun.act(), begun);
    return withObjects({ ok: true, message: begun.will, would: true }, begun);
  };
}

const withObjects = (answer: RunAnswer, { objects = [] }: Plan): RunAnswer => ({
  ...answer,
  objects: [...objects, ...(answer.objects ?? [])],
});

type Action = {
  caller: string;
  signature: string;
  begin: (now: Date) => Promise<RunAnswer>;
  changesAccounts: true | undefined;
};

async function audited(
  { name }: Command,
  { input, reason, dry_run, reveal }: OperatorRequest,
  { caller, signature, begin, changesAccounts }: Action,
): Promise<CommandAnswer> {
  const now = new Date();
  const record = auditStarted(
    {
      caller,
      command: name,
      objects: await objectsIn(input),
      ...(reason && { reason }),
      ...(dry_run && { dry_run }),
      ...(reveal && { revealed: reveal }),
    },
    now,
  );
  if (!(await putAuditStarted(record, signature)))
    throw new CommandProblem("A request with this signature was run before: run the command again");
  const isChange = changesAccounts === true && !dry_run;
  try {
    const { objects = [], ...answer } = await begin(now);
    await end(record, { result: answer.ok ? "done" : "refused", found: objects, isChange });
    return answer;
  } catch (error) {
    const isProblem = error instanceof CommandProblem;
    await end(record, { result: isProblem ? "refused" : "failed", found: [], isChange });
    throw error;
  }
}

type Ended = { result: AuditResult; found: readonly string[]; isChange: boolean };

/** The answer is true whether or not this is recorded. The accounts see it in their own activity. */
async function end(record: AuditRecord, { result, found, isChange }: Ended): Promise<void> {
  const { audit_id, caller, command, reason, dry_run, revealed } = record;
  const objects = [...new Set([...record.objects, ...found])];
  const seen = {
    audit_id,
    caller,
    objects,
    reason,
    dry_run,
    revealed,
    result: resultInWords({ dry_run, result }),
  };
  logger.info("command", { operation: command, ok: result === "done", ...seen });
  const now = new Date();
  const ended = { ...record, objects, result, ended_at: now.toISOString() };
  const recorded = [
    moveAuditToEnded(record, result, objects, now),
    ...(isChange && result !== "refused" ? operatorActivities(ended).map(putActivity) : []),
  ];
  for (const outcome of await Promise.allSettled(recorded))
    if (outcome.status === "rejected") logFault(command, outcome.reason);
}
