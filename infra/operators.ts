import { CfnOutput } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Command } from "../shared/contract/operation.ts";
import type { Functions } from "./operation-function.ts";

type OperatorsProps = { functions: Functions; stage: string; commands: readonly Command[] };

/** The name under which `npm run ops` finds a command's function: the only functions with names of their own. */
export const commandFunctionName = (stage: string, command: string): string =>
  `portable-roth-${stage}-${command}`;

/** Operators' commands: functions without a route, which only who may invoke them by IAM can call. */
export class Operators extends Construct {
  constructor(scope: Construct, id: string, { functions, stage, commands }: OperatorsProps) {
    super(scope, id);
    for (const command of commands) {
      functions.add(command, { functionName: commandFunctionName(stage, command.name) });
    }
    new CfnOutput(this, "Commands", { value: commands.map(({ usage }) => usage).join("; ") });
  }
}
