import {
  CloudFormationClient,
  DescribeStacksCommand,
  type RollbackTrigger,
  type Stack,
  UpdateStackCommand,
} from "@aws-sdk/client-cloudformation";
import { brand } from "../../../shared/domain/brand/brand.ts";
import { accessStop } from "../ops/aws-errors.ts";
import { optionsOf, word } from "../../local/base/options.ts";
import { stackOf } from "../ops/stack.ts";
import { exitCodes, misused, Stop } from "../../local/base/stop.ts";

const HELP = `Usage: npm run ops -- rollback show|arm|disarm --stage NAME [--minutes N]

CloudFormation can watch alarms during a deployment and for some minutes after it. If one fires, it rolls the deployment back.
Arm it once, after a stage's first deployment. Later deployments keep it.

  show           say which alarms CloudFormation watches, and for how long
  arm            watch the alarm BadRelease: it rings on faults, refusals, slow replies and failing work
  disarm         watch none, for example to deploy a fix while an alarm is on; arm it again afterwards

  --stage NAME   the stage, with the credentials and region of your environment
  --minutes N    how long to watch after a deployment, 0 to 180 (default 10)
  --help         print this

Exit status: 0 done, 1 refused or failed, 2 wrong usage.
`;

/** The alarm that rings when one of those does that a bad deployment sets off within minutes. */
const WATCHED = "BadRelease";
const ALARM = "AWS::CloudWatch::CompositeAlarm";

export async function rollback(args: string[], print: (line: string) => void): Promise<number> {
  const { verb, stage, minutes } = readOptions(args);
  const client = new CloudFormationClient({});
  const StackName = stackOf(stage);
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    if (!stack) throw new Stop(`There is no stack ${StackName}.`, exitCodes.USAGE);
    if (verb === "show") {
      print(shown(stack));
      return exitCodes.DONE;
    }
    const RollbackTriggers = verb === "arm" ? triggersOf(stack, stage) : [];
    await client.send(
      new UpdateStackCommand({
        StackName,
        UsePreviousTemplate: true,
        Capabilities: stack.Capabilities,
        Parameters: stack.Parameters?.map(({ ParameterKey }) => ({ ParameterKey, UsePreviousValue: true })),
        RollbackConfiguration: { RollbackTriggers, MonitoringTimeInMinutes: verb === "arm" ? minutes : 0 },
      }),
    );
    print(
      verb === "arm"
        ? `CloudFormation rolls a deployment of ${stage} back if the alarm ${WATCHED} fires within ${minutes} minutes.`
        : `CloudFormation rolls no deployment of ${stage} back. Arm it again after the fix.`,
    );
    return exitCodes.DONE;
  } catch (error) {
    throw error instanceof Stop ? error : stopFor(error as Error, StackName);
  }
}

function shown({ RollbackConfiguration, StackName }: Stack): string {
  const { RollbackTriggers = [], MonitoringTimeInMinutes = 0 } = RollbackConfiguration ?? {};
  if (RollbackTriggers.length === 0) return `${StackName} has no rollback triggers. Arm it.`;
  const names = RollbackTriggers.map(({ Arn = "" }) => Arn.split(":alarm:")[1]);
  return `${StackName} rolls back within ${MonitoringTimeInMinutes} minutes on:\n  ${names.join("\n  ")}`;
}

/** A stack's id is an ARN, so it has the partition, the region and the account of its alarms. */
function triggersOf({ StackId = "" }: Stack, stage: string): RollbackTrigger[] {
  const [arn, partition, , region, account] = StackId.split(":");
  const name = `${brand.serviceSlug}-${stage}-${WATCHED}`;
  return [{ Arn: [arn, partition, "cloudwatch", region, account, "alarm", name].join(":"), Type: ALARM }];
}

function stopFor(error: Error, StackName: string): Stop {
  const { message } = error;
  const denied = accessStop(error);
  if (denied) return denied;
  if (/does not exist/.test(message))
    return new Stop(`There is no stack ${StackName} in this account and region.`, exitCodes.USAGE);
  if (/No updates are to be performed/.test(message))
    return new Stop(
      "CloudFormation changes triggers only together with something else. Set them in its console: Update stack, Use existing template, Advanced options.",
      exitCodes.REFUSED,
    );
  return new Stop(`CloudFormation refused: ${message}`, exitCodes.REFUSED);
}

function readOptions(args: string[]) {
  const options = { stage: word, minutes: { ...word, default: "10" } };
  const { values, positionals } = optionsOf({ args, allowPositionals: true, options }, HELP);
  const [verb = "", tooMany] = positionals;
  if (!["show", "arm", "disarm"].includes(verb) || tooMany !== undefined) throw misused(HELP);
  if (!values.stage) throw misused("--stage is required: a local cloud has no deployments.");
  const minutes = Number(values.minutes);
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 180)
    throw misused("--minutes must be a whole number from 0 to 180.");
  return { verb, stage: values.stage, minutes };
}
