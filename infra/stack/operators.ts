import { CfnOutput, Stack } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Command } from "../../shared/contract/operators/command.ts";
import { operatorFunctionName } from "../../shared/contract/operators/function-name.ts";
import type { Extra, FunctionRecord, Functions } from "./operation-function.ts";

type OperatorsProps = {
  functions: Functions;
  stage: string;
  records: readonly (FunctionRecord & { commands: readonly Command[] })[];
  extras: Readonly<Record<string, readonly Extra[]>>;
};

/** The operators' functions: without a route, so that IAM decides who may invoke each. */
export class Operators extends Construct {
  constructor(scope: Construct, id: string, { functions, stage, records, extras }: OperatorsProps) {
    super(scope, id);
    // A caller's credentials must belong to the same account.
    const ACCOUNT_ID = Stack.of(this).account;
    for (const record of records) {
      const more = extras[record.name] ?? [];
      functions.add(record, {
        ...Object.assign({}, ...more),
        environment: Object.assign({ ACCOUNT_ID }, ...more.map(({ environment }) => environment)),
        statements: more.flatMap(({ statements = [] }) => statements),
        functionName: operatorFunctionName(stage, record.name),
      });
    }
    new CfnOutput(Stack.of(this), "Commands", {
      value: records.flatMap(({ commands }) => commands.map(({ usage }) => usage)).join("; "),
      description: "The operators' commands, each run as: npm run ops -- COMMAND --stage NAME",
    });
  }
}
