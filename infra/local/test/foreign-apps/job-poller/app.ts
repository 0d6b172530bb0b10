import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as cdk from "aws-cdk-lib";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import * as events from "aws-cdk-lib/aws-events";
import * as targets from "aws-cdk-lib/aws-events-targets";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as sfn from "aws-cdk-lib/aws-stepfunctions";
import * as tasks from "aws-cdk-lib/aws-stepfunctions-tasks";

// After aws-samples/aws-cdk-examples, typescript/stepfunctions-job-poller.
class JobPollerStack extends cdk.Stack {
  constructor(app: cdk.App, id: string) {
    super(app, id);

    const inline = (name: string, file: string) =>
      new lambda.Function(this, name, {
        code: lambda.Code.fromInline(readFileSync(join(import.meta.dirname, file), "utf8")),
        handler: "index.main",
        timeout: cdk.Duration.seconds(30),
        runtime: lambda.Runtime.NODEJS_22_X,
      });
    const submitLambda = inline("SubmitLambda", "submit.cjs");
    const getStatusLambda = inline("CheckLambda", "check-status.cjs");
    const results = new dynamodb.TableV2(this, "Results", {
      partitionKey: { name: "part", type: dynamodb.AttributeType.STRING },
    });

    const submitJob = new tasks.LambdaInvoke(this, "Submit Job", {
      lambdaFunction: submitLambda,
      payload: sfn.TaskInput.fromObject({ name: sfn.JsonPath.stringAt("$$.Execution.Name") }),
      // Lambda's result is in the attribute `Payload`
      outputPath: "$.Payload",
    }).addRetry({ errors: ["Busy"], interval: cdk.Duration.seconds(10), maxAttempts: 2 });
    const waitX = new sfn.Wait(this, "Wait X Seconds", { time: sfn.WaitTime.secondsPath("$.waitSeconds") });
    const getStatus = new tasks.LambdaInvoke(this, "Get Job Status", {
      lambdaFunction: getStatusLambda,
      outputPath: "$.Payload",
    });
    const jobFailed = new sfn.Fail(this, "Job Failed", { cause: "The job failed", error: "JobFailed" });
    getStatus.addCatch(jobFailed, { errors: ["Lost"] });

    const saved = (part: string) =>
      new tasks.DynamoPutItem(this, `Save ${part}`, {
        table: results,
        item: {
          part: tasks.DynamoAttributeValue.fromString(part),
          status: tasks.DynamoAttributeValue.fromString(sfn.JsonPath.stringAt("$.status")),
        },
      });
    const save = new sfn.Parallel(this, "Save").branch(saved("summary")).branch(saved("detail"));

    const definition = submitJob
      .next(waitX)
      .next(getStatus)
      .next(
        new sfn.Choice(this, "Job Complete?")
          .when(sfn.Condition.stringEquals("$.status", "FAILED"), jobFailed)
          .when(sfn.Condition.stringEquals("$.status", "SUCCEEDED"), save)
          .otherwise(waitX),
      );
    const stateMachine = new sfn.StateMachine(this, "CronStateMachine", {
      definitionBody: sfn.DefinitionBody.fromChainable(definition),
      timeout: cdk.Duration.minutes(5),
    });

    // Run every working day at 6 PM UTC.
    const schedule = events.Schedule.expression("cron(0 18 ? * MON-FRI *)");
    new events.Rule(this, "Rule", { schedule, targets: [new targets.SfnStateMachine(stateMachine)] });
  }
}

const app = new cdk.App();
new JobPollerStack(app, "aws-stepfunctions-integ");
app.synth();
