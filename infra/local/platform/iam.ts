import { runSimulation } from "@cloud-copilot/iam-simulate";
import { ACCOUNT, type Template } from "../base/template.ts";
import type { Engine } from "./engine.ts";
import {
  comparedIn,
  LEADING_KEYS,
  list,
  narrowed,
  type Policy,
  policiesOf,
  prefixesOf,
  requireServed,
  type Statement,
} from "./policies.ts";

/** One permission of a role: an action on a resource, for one key prefix if the statement names prefixes. */
export type Grant = { role: string; action: string; resource: string; prefix: string | null };

/** The logical id in a role's ARN, such as `arn:aws:iam::000000000000:role/StartSignupRole1234`. */
export const roleId = (arn: string): string => arn.split("/").at(-1) ?? "";

/** The values of a call's condition keys. A list is a key of several values. */
export type Context = Readonly<Record<string, string | string[]>>;

export type Question = { role: string; action: string; resource: string; context: Context };

const MAX_DENIALS = 1_000;

const grantKey = ({ role, action, resource, prefix }: Grant) =>
  [role, action, resource, prefix ?? ""].join(" ");

export class Iam implements Engine {
  #policies = new Map<string, Policy[]>();
  readonly #revoked = new Set<string>();
  #grants: Grant[] | undefined;
  /** For each role and condition key, all the values that its statements compare the key with. */
  #compared = new Map<string, Map<string, string[]>>();

  create(template: Template): void {
    for (const id of template.ids("AWS::IAM::Role"))
      template.provide(id, { ref: id, Arn: `arn:aws:iam::${ACCOUNT}:role/${id}` });
  }

  /** Fails on a policy that it cannot judge, and changes nothing. */
  check(template: Template): Map<string, Map<string, string[]>> {
    const granted = [...policiesOf(template)];
    for (const [role, policies] of granted) requireServed(role, policies);
    return new Map(granted.map(([role, policies]) => [role, comparedIn(policies)]));
  }

  follow(template: Template): void {
    this.#compared = this.check(template);
    this.#policies = policiesOf(template);
    this.#grants = undefined;
    this.#decided = new Map();
  }

  /** The simulator takes a millisecond or more, and functions repeat calls. */
  #decided = new Map<string, boolean>();
  readonly #used = new Set<string>();
  readonly #noted = new Set<string>();
  #refused: Question[] = [];

  async allows(role: string, action: string, resource: string, context: Context = {}): Promise<boolean> {
    const requested = { role, action, resource, context };
    const question = this.#questionOf(requested);
    const decided = this.#decided;
    const allowed = decided.get(question) ?? (await this.#decide(requested));
    decided.set(question, allowed);
    if (!allowed) this.#refused = [...this.#refused.slice(1 - MAX_DENIALS), requested];
    else if (!this.#noted.has(question)) {
      this.#noted.add(question);
      this.#note(requested);
    }
    return allowed;
  }

  /** The cache key. Values that match the same texts and prefixes of the policies share a decision. */
  #questionOf({ role, action, resource, context }: Question): string {
    const kinds = [...(this.#compared.get(role) ?? [])].map(([key, patterns]) => {
      const kindOf = (value: string) => patterns.filter((pattern) => startsAs(pattern, value)).join(" ");
      const values = [context[key] ?? []].flat();
      return [key, values.length > 0, ...[...new Set(values.map(kindOf))].sort()].join("|");
    });
    return [role, action, resource, ...kinds].join("|");
  }

  denials = (): Question[] => this.#refused;

  wasUsed = (grant: Grant): boolean => this.#used.has(grantKey(grant));

  #note(call: Question): void {
    for (const grant of this.grants()) if (covers(grant, call)) this.#used.add(grantKey(grant));
  }

  async #decide({ role, action, resource, context }: Question): Promise<boolean> {
    const policies = (this.#policies.get(role) ?? []).map((policy) => this.#without(policy, role));
    const result = await runSimulation(
      {
        request: {
          principal: `arn:aws:sts::${ACCOUNT}:assumed-role/${role}/local`,
          action,
          resource: { resource, accountId: ACCOUNT },
          contextVariables: Object.fromEntries(
            Object.entries(context).filter(([, { length }]) => length > 0),
          ),
        },
        identityPolicies: policies.map((policy, i) => ({ name: `policy${i}`, policy })),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    if (result.resultType === "error")
      throw new Error(`The IAM simulator cannot judge ${action}: ${result.errors.message}`);
    return "overallResult" in result && result.overallResult === "Allowed";
  }

  grants(): Grant[] {
    this.#grants ??= this.#listGrants();
    return this.#grants;
  }

  #listGrants(): Grant[] {
    return [...this.#policies].flatMap(([role, policies]) =>
      policies.flatMap(({ Statement }) =>
        Statement.flatMap((statement) =>
          list(statement.Action).flatMap((action) =>
            list(statement.Resource).flatMap((resource) =>
              prefixesOf(statement).map((prefix) => ({ role, action, resource, prefix })),
            ),
          ),
        ),
      ),
    );
  }

  /** Revokes these grants, so that a test can prove each is needed. Restores all others. */
  revoke(grants: Grant[]): void {
    this.#refused = [];
    if (grants.length === 0 && this.#revoked.size === 0) return;
    this.#revoked.clear();
    this.#decided = new Map();
    for (const grant of grants) this.#revoked.add(grantKey(grant));
  }

  #without(policy: Policy, role: string): Policy {
    if (this.#revoked.size === 0) return policy;
    const parts = policy.Statement.flatMap((statement) =>
      list(statement.Action).flatMap((Action) =>
        list(statement.Resource).flatMap((Resource) =>
          prefixesOf(statement)
            .filter(
              (prefix) => !this.#revoked.has(grantKey({ role, action: Action, resource: Resource, prefix })),
            )
            .map(
              (prefix): Statement => ({
                Effect: statement.Effect,
                Action,
                Resource,
                ...narrowed(statement, prefix),
              }),
            ),
        ),
      ),
    );
    return { ...policy, Statement: parts };
  }
}

const startsAs = (pattern: string, text: string) =>
  pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : text === pattern;

const covers = ({ role, action, resource, prefix }: Grant, call: Question): boolean =>
  role === call.role &&
  action === call.action &&
  startsAs(resource, call.resource) &&
  (prefix === null || [call.context[LEADING_KEYS] ?? []].flat().every((key) => startsAs(prefix, key)));
