import { CfnOutput, Stack } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Command } from "../../shared/contract/operation.ts";
import type { Extra, Functions } from "./operation-function.ts";

type OperatorsProps = {
  functions: Functions;
  stage: string;
  commands: readonly Command[];
  /** By command: what it needs besides the table. */
  extras: Readonly<Record<string, Extra>>;
};

/**
 * The name by which `npm run ops` invokes a command's function. Only these functions have names of their own.
 */
export const commandFunctionName = (stage: string, command: string): string =>
  `portable-roth-${stage}-${command}`;

/** The operators' commands: functions without a route. IAM decides who may invoke them. */
export class Operators extends Construct {
  constructor(scope: Construct, id: string, { functions, stage, commands, extras }: OperatorsProps) {
    super(scope, id);
    for (const command of commands) {
      const functionName = commandFunctionName(stage, command.name);
      functions.add(command, { ...extras[command.name], functionName });
    }
    new CfnOutput(Stack.of(this), "Commands", {
      value: commands.map(({ usage }) => usage).join("; "),
      description: "The operators' commands, each run as: npm run ops -- COMMAND --stage NAME",
    });
  }
}
