import { StartupFailure } from "./failure.ts";
import type { Template } from "./template.ts";

export type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
};
export type Policy = { Version: string; Statement: Statement[] };

export const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** The policies of each role. */
export function policiesOf(template: Template): Map<string, Policy[]> {
  const policies = new Map<string, Policy[]>();
  for (const { id, properties } of template.ofType("AWS::IAM::Role")) {
    const inline = (properties.Policies ?? []) as { PolicyDocument: Policy }[];
    policies.set(
      id,
      inline.map(({ PolicyDocument }) => PolicyDocument),
    );
  }
  for (const { properties } of template.ofType("AWS::IAM::Policy")) {
    for (const role of properties.Roles as string[])
      policies.get(role)?.push(properties.PolicyDocument as Policy);
  }
  return policies;
}

/** All the key prefixes that the policies name. */
export function prefixesIn(policies: readonly Policy[]): string[] {
  const prefixes = policies.flatMap(({ Statement }) => Statement.flatMap(prefixesOf));
  return [...new Set(prefixes)].filter((prefix) => prefix !== null);
}

/** Fails on any condition but `LeadingKeys`, since the cache of decisions does not include others. */
export function prefixesOf({ Condition = {} }: Statement): (string | null)[] {
  const { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": prefixes, ...rest } = {}, ...others } =
    Condition;
  const [unknown] = [...Object.keys(rest), ...Object.keys(others)];
  if (unknown)
    throw new StartupFailure(
      `The local cloud cannot judge a policy's condition on ${unknown}. It knows ForAllValues:StringLike on dynamodb:LeadingKeys only.`,
    );
  return prefixes ? list(prefixes) : [null];
}
