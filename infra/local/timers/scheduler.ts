import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { StartupFailure } from "../base/failure.ts";
import type { InvokableFunctions, Outcome } from "../base/ports.ts";
import { ACCOUNT, type Properties, REGION, type Resource, type Template } from "../base/template.ts";
import type { Engine } from "../platform/engine.ts";
import { type Iam, roleId } from "../platform/iam.ts";
import type { Agenda } from "../time/agenda.ts";
import { type NextFire, nextFireOf, thinned } from "./schedule-expression.ts";

type Target = { Arn: string; RoleArn: string; Input?: string };
type Schedule = {
  name: string;
  expression: string;
  enabled: boolean;
  nextFire: NextFire;
  target: Target;
  next: Date | undefined;
};

/** A schedule in the reply of `/_local/schedules`. */
export type ScheduleView = { name: string; expression: string; enabled: boolean; next: string | null };

/**
 * The template's schedules, on the virtual clock. A schedule runs its function once at a time. It skips the
 * instants that pass while the function runs or the local cloud is stopped. It does not retry a failed run,
 * so the next run must be able to do its work.
 */
export class Scheduler implements Engine {
  #resources: Resource[] = [];
  #schedules: Schedule[] = [];
  readonly #functions: InvokableFunctions;
  readonly #iam: Iam;
  readonly #agenda: Agenda;
  #thinner: { everyMs: number; until: number } | undefined;
  /** How many functions run that a schedule invoked. */
  #running = 0;

  constructor(functions: InvokableFunctions, iam: Iam, agenda: Agenda) {
    this.#functions = functions;
    this.#iam = iam;
    this.#agenda = agenda;
  }

  create(template: Template): void {
    for (const id of template.ids("AWS::Scheduler::Schedule"))
      template.provide(id, { ref: id, Arn: scheduleArn(id) });
  }

  /** Schedules start anew only if one of them has changed. */
  follow(template: Template): void {
    const resources = template.ofType("AWS::Scheduler::Schedule");
    if (isDeepStrictEqual(resources, this.#resources)) return;
    const schedules = resources.map(({ id, properties }) => scheduleOf(id, properties));
    for (const { name, target } of schedules) {
      if (!this.#functions.has(target.Arn))
        throw new StartupFailure(
          `The local cloud cannot invoke the target of the schedule ${name}. The target must be a function.`,
        );
    }
    this.#resources = resources;
    this.#schedules = schedules;
    for (const schedule of schedules) this.#plan(schedule);
  }

  stop(): void {
    this.#schedules = [];
  }

  /** From its next run on, each schedule skips instants. Undefined ends that. */
  thin(thinner: { everyMs: number; until: number } | undefined): void {
    this.#thinner = thinner;
  }

  underWay = (): string | undefined => (this.#running > 0 ? "a schedule" : undefined);

  list = (): ScheduleView[] =>
    this.#schedules.map(({ name, expression, enabled, next }) => ({
      name,
      expression,
      enabled,
      next: next?.toISOString() ?? null,
    }));

  /** Fires a schedule now, regardless of its expression and state. */
  async fire(name: string): Promise<Outcome> {
    const schedule = this.#schedules.find((each) => each.name === name);
    if (schedule) return this.#invoke(schedule, new Date());
    return failed("ResourceNotFoundException", `Schedule ${name} does not exist.`);
  }

  #plan(schedule: Schedule): void {
    const nextFire = this.#thinner ? thinned(schedule.nextFire, this.#thinner) : schedule.nextFire;
    const next = schedule.enabled && this.#schedules.includes(schedule) ? nextFire(new Date()) : undefined;
    schedule.next = next;
    if (!next) return;
    this.#agenda.at(next.getTime(), () => {
      if (!this.#schedules.includes(schedule)) return;
      this.#running++;
      void this.#invoke(schedule, next).finally(() => {
        this.#running--;
        this.#plan(schedule);
      });
    });
  }

  async #invoke({ name, target }: Schedule, at: Date): Promise<Outcome> {
    const { Arn, RoleArn, Input } = target;
    if (!(await this.#iam.allows(roleId(RoleArn), "lambda:InvokeFunction", Arn))) {
      const message = `${roleId(RoleArn)} is not authorized to perform lambda:InvokeFunction on ${Arn}`;
      return failed("AccessDeniedException", message);
    }
    return this.#functions.invoke(Arn, inputOf(name, at, Input));
  }
}

function scheduleOf(id: string, properties: Properties): Schedule {
  const { Name = id, ScheduleExpression, ScheduleExpressionTimezone, State = "ENABLED", Target } = properties;
  const expression = String(ScheduleExpression);
  return {
    name: String(Name),
    expression,
    enabled: State === "ENABLED",
    nextFire: nextFireOf(expression, ScheduleExpressionTimezone as string | undefined),
    target: Target as Target,
    next: undefined,
  };
}

const failed = (errorType: string, errorMessage: string): Outcome => ({
  ok: false,
  errorType,
  errorMessage,
});

const scheduleArn = (name: string) => `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/default/${name}`;

/** The target's input with AWS's keywords filled in. Without an input, AWS's default event. */
function inputOf(name: string, at: Date, Input: string | undefined): string {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  if (Input !== undefined) {
    return Input.replaceAll("<aws.scheduler.schedule-arn>", scheduleArn(name))
      .replaceAll("<aws.scheduler.scheduled-time>", time)
      .replaceAll("<aws.scheduler.execution-id>", randomUUID())
      .replaceAll("<aws.scheduler.attempt-number>", "1");
  }
  return JSON.stringify({
    version: "0",
    id: randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.scheduler",
    account: ACCOUNT,
    time,
    region: REGION,
    resources: [scheduleArn(name)],
    detail: "{}",
  });
}
