import { CfnOutput, type Stack } from "aws-cdk-lib";
import type { Command } from "../../shared/contract/operators/command.ts";
import { operatorFunctionName } from "../../shared/contract/operators/function-name.ts";
import type { Extra, FunctionRecord, Functions } from "./operation-function.ts";

type Operators = {
  functions: Functions;
  stage: string;
  records: readonly (FunctionRecord & { commands: readonly Command[] })[];
  extras: Readonly<Record<string, readonly Extra[]>>;
};

/** The operators' functions: without a route, so that IAM decides who may invoke each. */
export function addOperators(stack: Stack, { functions, stage, records, extras }: Operators): void {
  // A caller's credentials must belong to the same account.
  const ACCOUNT_ID = stack.account;
  for (const record of records) {
    const more = extras[record.name] ?? [];
    functions.add(record, {
      ...Object.assign({}, ...more),
      environment: Object.assign({ ACCOUNT_ID }, ...more.map(({ environment }) => environment)),
      statements: more.flatMap(({ statements = [] }) => statements),
      functionName: operatorFunctionName(stage, record.name),
    });
  }
  new CfnOutput(stack, "Commands", {
    value: records.flatMap(({ commands }) => commands.map(({ usage }) => usage)).join("; "),
    description: "The operators' commands, each run as: npm run ops -- COMMAND --stage NAME",
  });
}
