import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { StartupFailure } from "../base/failure.ts";
import type { Changes, InvokableFunctions, Outcome } from "../base/ports.ts";
import { ACCOUNT, type Properties, REGION, type Resource, type Template } from "../base/template.ts";
import type { Engine } from "../platform/engine.ts";
import { type Iam, roleId } from "../platform/iam.ts";
import type { Agenda } from "../time/agenda.ts";
import { type NextFire, nextFireOf } from "./schedule-expression.ts";
import { invokeAs } from "./tasks.ts";

type Target = { Arn: string; RoleArn: string; Input?: string };

type Schedule = {
  name: string;
  expression: string;
  inTemplate: boolean;
  enabled: boolean;
  nextFire: NextFire;
  target: Target;
  next: Date | undefined;
  /** How to cancel its next run. */
  cancel: () => void;
  /** Until when, in ms, it has nothing to do, while tables and queues have changed so many times. */
  promise: { until: number; changes: number; from: number } | undefined;
};

type Parts = { functions: InvokableFunctions; iam: Iam };

export type ScheduleView = { name: string; expression: string; enabled: boolean; next: string | null };

/**
 * Each runs once at a time, and skips instants that pass meanwhile. A failed run is not retried: the next one
 * must do its work. While the clock skips, a reply `{ idle_until }` promises that a function has nothing to
 * do before; a change of a table or queue ends the promise.
 */
export class Scheduler implements Engine {
  #resources: Resource[] = [];
  #schedules: Schedule[] = [];
  readonly #parts: Parts;
  readonly #agenda: Agenda;
  readonly #changes: () => number;
  #skipsIdle = false;
  /** How many functions run that a schedule invoked. */
  #running = 0;

  constructor(parts: Parts, agenda: Agenda, stores: readonly Changes[]) {
    this.#parts = parts;
    this.#agenda = agenda;
    this.#changes = () => stores.reduce((sum, { count }) => sum + count, 0);
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
      if (!this.#parts.functions.has(target.Arn))
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

  /** Ends promises after a change. Call it between two instants of a skip, and with false after. */
  skipIdle(isSkipping: boolean): void {
    this.#skipsIdle = isSkipping;
    for (const schedule of this.#schedules) {
      const { promise } = schedule;
      const holds = isSkipping && promise?.changes === this.#changes();
      if (promise && !holds) this.#plan(schedule);
    }
  }

  underWay = (): string | undefined => (this.#running > 0 ? "a schedule" : undefined);

  /** Whether a promise has left out a run. */
  leftOut = (): boolean => this.#schedules.some(({ promise }) => promise && promise.from <= Date.now());

  disable(names: readonly string[]): void {
    for (const schedule of this.#schedules) {
      schedule.enabled = schedule.inTemplate && !names.includes(schedule.name);
      this.#plan(schedule);
    }
  }

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
    const errorMessage = `Schedule ${name} does not exist.`;
    return { ok: false, errorType: "ResourceNotFoundException", errorMessage };
  }

  #plan(schedule: Schedule, promise?: Schedule["promise"]): void {
    schedule.cancel();
    const after = new Date(Math.max(Date.now(), (promise?.until ?? 0) - 1));
    const isActive = schedule.enabled && this.#schedules.includes(schedule);
    const next = isActive ? schedule.nextFire(after) : undefined;
    Object.assign(schedule, { next, promise });
    if (next) schedule.cancel = this.#agenda.at(next.getTime(), () => void this.#run(schedule, next));
  }

  async #run(schedule: Schedule, instant: Date): Promise<void> {
    if (!this.#schedules.includes(schedule)) return;
    // Before the function reads: a change during its run ends its promise.
    const changes = this.#changes();
    let until: number | undefined;
    schedule.promise = undefined;
    this.#running++;
    try {
      const outcome = await this.#invoke(schedule, instant);
      if (this.#skipsIdle) until = idleUntil(outcome);
    } finally {
      this.#running--;
      const from = schedule.nextFire(new Date())?.getTime() ?? Number.POSITIVE_INFINITY;
      this.#plan(schedule, until === undefined ? undefined : { until, changes, from });
    }
  }

  #invoke = ({ name, target }: Schedule, at: Date): Promise<Outcome> =>
    invokeAs(this.#parts, roleId(target.RoleArn), target.Arn, inputOf(name, target, at));
}

const scheduleArn = (name: string) => `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/default/${name}`;

/** The target's input with the scheduler's keywords filled in. Without an input, AWS's default event. */
function inputOf(name: string, { Input }: Target, at: Date): string {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  if (Input !== undefined)
    return Input.replaceAll("<aws.scheduler.schedule-arn>", scheduleArn(name))
      .replaceAll("<aws.scheduler.scheduled-time>", time)
      .replaceAll("<aws.scheduler.execution-id>", randomUUID())
      .replaceAll("<aws.scheduler.attempt-number>", "1");
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

function scheduleOf(id: string, properties: Properties): Schedule {
  const { Name = id, ScheduleExpression, ScheduleExpressionTimezone, State = "ENABLED" } = properties;
  const { Target: target } = properties;
  const expression = String(ScheduleExpression);
  return {
    name: String(Name),
    expression,
    inTemplate: State === "ENABLED",
    enabled: State === "ENABLED",
    nextFire: nextFireOf(expression, ScheduleExpressionTimezone as string | undefined),
    target: target as Target,
    next: undefined,
    cancel: () => {},
    promise: undefined,
  };
}

/** The instant, in ms, that a function's reply promises. */
function idleUntil(outcome: Outcome): number | undefined {
  const { idle_until } = (outcome.ok && JSON.parse(outcome.payload)) || {};
  const instant = typeof idle_until === "string" ? Date.parse(idle_until) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}
