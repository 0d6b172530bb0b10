import { CfnOutput, Stack } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Command } from "../../shared/contract/operation.ts";
import type { Extra, Functions } from "./operation-function.ts";

type OperatorsProps = {
  functions: Functions;
  stage: string;
  commands: readonly Command[];
  /** What some need beside the table. */
  extras: Readonly<Record<string, Extra>>;
};

/** The name under which `npm run ops` finds a command's function: the only functions with names of their own. */
export const commandFunctionName = (stage: string, command: string): string =>
  `portable-roth-${stage}-${command}`;

/** Operators' commands: functions without a route, which only who may invoke them by IAM can call. */
export class Operators extends Construct {
  constructor(scope: Construct, id: string, { functions, stage, commands, extras }: OperatorsProps) {
    super(scope, id);
    for (const command of commands) {
      const functionName = commandFunctionName(stage, command.name);
      functions.add(command, { ...extras[command.name], functionName });
    }
    new CfnOutput(Stack.of(this), "Commands", { value: commands.map(({ usage }) => usage).join("; ") });
  }
}
