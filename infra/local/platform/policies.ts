import { StartupFailure } from "../base/failure.ts";
import type { Template } from "../base/template.ts";

export type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
};
export type Policy = { Version: string; Statement: Statement[] };

export const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** The one of AWS's own policies that CDK attaches to each function. */
function managedPolicy(arn: string): Policy {
  if (!arn.endsWith("/AWSLambdaBasicExecutionRole"))
    throw new StartupFailure(`The local cloud does not know the managed policy ${arn}.`);
  const Action = ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"];
  return { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action, Resource: "*" }] };
}

export function policiesOf(template: Template): Map<string, Policy[]> {
  const policies = new Map<string, Policy[]>();
  for (const { id, properties } of template.ofType("AWS::IAM::Role")) {
    const inline = (properties.Policies ?? []) as { PolicyDocument: Policy }[];
    const managed = (properties.ManagedPolicyArns ?? []) as string[];
    policies.set(id, [...inline.map(({ PolicyDocument }) => PolicyDocument), ...managed.map(managedPolicy)]);
  }
  for (const { properties } of template.ofType("AWS::IAM::Policy")) {
    for (const role of properties.Roles as string[])
      policies.get(role)?.push(properties.PolicyDocument as Policy);
  }
  return policies;
}

/** The services whose actions have an effect here, or none that a function waits for. */
const SERVED = [
  "dynamodb",
  "kms",
  "lambda",
  "logs",
  "s3",
  "secretsmanager",
  "ses",
  "sqs",
  "states",
  "xray",
  "*",
];

export function requireServed(role: string, policies: readonly Policy[]): void {
  for (const action of policies.flatMap(({ Statement }) =>
    Statement.flatMap((statement) => list(statement.Action)),
  ))
    if (!SERVED.includes(action.split(":")[0] ?? ""))
      throw new StartupFailure(`The local cloud cannot serve ${action}, which the role ${role} names.`);
}

export const LEADING_KEYS = "dynamodb:LeadingKeys";
/** The condition keys that engines state. A condition on another key would never be true. */
const STATED = [LEADING_KEYS, "s3:prefix", "ses:FromAddress"];
/** These compare a key with whole texts, or with prefixes that end in `*`. */
const OPERATORS = ["StringEquals", "StringLike", "ForAllValues:StringLike"];

export function comparedIn(policies: readonly Policy[]): Map<string, string[]> {
  const comparisons = policies.flatMap(({ Statement }) => Statement.flatMap(comparisonsOf));
  const byKey = Map.groupBy(comparisons, ({ key }) => key);
  return new Map([...byKey].map(([key, same]) => [key, [...new Set(same.flatMap(({ values }) => values))]]));
}

/** Fails on a condition that the cache of decisions cannot know. */
function comparisonsOf({ Condition = {} }: Statement): { key: string; values: string[] }[] {
  return Object.entries(Condition).flatMap(([operator, compared]) =>
    Object.entries(compared).map(([key, values]) => {
      if (!OPERATORS.includes(operator) || !STATED.includes(key))
        throw new StartupFailure(
          `The local cloud cannot judge a policy's condition ${operator} on ${key}. It knows ${OPERATORS.join(", ")} on ${STATED.join(" and ")}.`,
        );
      return { key, values: list(values) };
    }),
  );
}

export const prefixesOf = (statement: Statement): (string | null)[] =>
  comparisonsOf(statement).find(({ key }) => key === LEADING_KEYS)?.values ?? [null];

export const narrowed = ({ Condition }: Statement, prefix: string | null): Pick<Statement, "Condition"> => ({
  ...(Condition && { Condition }),
  ...(prefix !== null && {
    Condition: { ...Condition, "ForAllValues:StringLike": { [LEADING_KEYS]: [prefix] } },
  }),
});
