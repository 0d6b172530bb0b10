import { randomUUID } from "node:crypto";
import { StartupFailure } from "../base/failure.ts";
import type { InvokableFunctions, Outcome } from "../base/ports.ts";
import { ACCOUNT, type Properties, REGION, type Resource, type Template } from "../base/template.ts";
import { type Iam, roleId } from "../platform/iam.ts";
import { type Permitted, permissionsOf } from "../platform/permissions.ts";
import type { Machines } from "./machines.ts";

/** What a schedule invokes. `Rule` is the ARN of the EventBridge rule that has it, if one has. */
export type ScheduleTarget = { Arn: string; RoleArn?: string; Input?: string; Rule?: string };

const arnIn = (service: string) => (resource: string) =>
  `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
const ruleArn = (name: string) => arnIn("events")(`rule/${name}`);
export const scheduleArn = (name: string) => arnIn("scheduler")(`schedule/default/${name}`);

export const failed = (errorType: string, errorMessage: string): Outcome => ({
  ok: false,
  errorType,
  errorMessage,
});

export function provideRules(template: Template): void {
  for (const id of template.ids("AWS::Events::Rule")) template.provide(id, { ref: id, Arn: ruleArn(id) });
}

/** The schedules of the template's EventBridge rules, as if each target had a schedule of its own. */
export const ruleSchedules = (template: Template): Resource[] =>
  template.ofType("AWS::Events::Rule").flatMap((rule) => {
    const { id, properties } = rule;
    const { Name = id, ScheduleExpression, State, Targets = [] } = properties;
    if (ScheduleExpression === undefined)
      throw new StartupFailure(
        `The local cloud cannot run the rule ${id}: it has no schedule, and nothing here sends events to a bus.`,
      );
    const targets = Targets as (ScheduleTarget & Properties & { Id: string })[];
    return targets.map((target) => {
      if (target.InputPath !== undefined || target.InputTransformer !== undefined)
        throw new StartupFailure(`The local cloud cannot run the rule ${id}: it knows only constant inputs.`);
      const Target = { ...target, Rule: ruleArn(id) };
      const name = targets.length > 1 ? `${Name}/${target.Id}` : Name;
      return { ...rule, properties: { Name: name, ScheduleExpression, State, Target } };
    });
  });

export class ScheduleTargets {
  readonly #functions: InvokableFunctions;
  readonly #machines: Pick<Machines, "has" | "startExecution">;
  readonly #iam: Iam;
  #isPermitted: Permitted = () => false;

  constructor(functions: InvokableFunctions, machines: Pick<Machines, "has" | "startExecution">, iam: Iam) {
    this.#functions = functions;
    this.#machines = machines;
    this.#iam = iam;
  }

  follow(template: Template): void {
    this.#isPermitted = permissionsOf(template, "events.amazonaws.com");
  }

  has = (arn: string): boolean => this.#functions.has(arn) || this.#machines.has(arn);

  /** A target acts as its role. Without one, the function's permission must name the rule. */
  async invoke(name: string, target: ScheduleTarget, at: Date): Promise<Outcome> {
    const { Arn, RoleArn, Rule = scheduleArn(name) } = target;
    const isMachine = this.#machines.has(Arn);
    const action = isMachine ? "states:StartExecution" : "lambda:InvokeFunction";
    const isAllowed =
      RoleArn === undefined
        ? this.#isPermitted(Arn, Rule)
        : await this.#iam.allows(roleId(RoleArn), action, Arn);
    if (!isAllowed) {
      const caller = RoleArn === undefined ? Rule : roleId(RoleArn);
      return failed("AccessDeniedException", `${caller} is not authorized to perform ${action} on ${Arn}`);
    }
    const input = inputOf(name, target, at);
    return isMachine ? this.#machines.startExecution(Arn, input) : this.#functions.invoke(Arn, input);
  }
}

/** The target's input with the scheduler's keywords filled in. Without an input, AWS's default event. */
function inputOf(name: string, { Input, Rule }: ScheduleTarget, at: Date): string {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  if (Input !== undefined && Rule !== undefined) return Input;
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
    source: Rule ? "aws.events" : "aws.scheduler",
    account: ACCOUNT,
    time,
    region: REGION,
    resources: [Rule ?? scheduleArn(name)],
    detail: Rule ? {} : "{}",
  });
}
