import { join } from "node:path";
import { App, Duration, Stack, TimeZone } from "aws-cdk-lib";
import { AttributeType, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import * as scheduler from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";

// After cdk-patterns/serverless, the-scheduled-lambda, with a stream and a second job.
class TheScheduledLambdaStack extends Stack {
  constructor(scope, id, props) {
    super(scope, id, props);

    const table = new Table(this, "Table", {
      partitionKey: { name: "requestid", type: AttributeType.STRING },
      stream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: "expires",
    });
    const totals = new Table(this, "Totals", {
      partitionKey: { name: "day", type: AttributeType.STRING },
      sortKey: { name: "source", type: AttributeType.STRING },
    });
    totals.addLocalSecondaryIndex({
      indexName: "by-count",
      sortKey: { name: "count", type: AttributeType.NUMBER },
    });

    const job = (name) =>
      new lambda.Function(this, name, {
        runtime: lambda.Runtime.NODEJS_22_X,
        code: lambda.Code.fromAsset(join(import.meta.dirname, "lambda-fns")),
        handler: `${name}.handler`,
        environment: { TABLE_NAME: table.tableName, TOTALS_NAME: totals.tableName },
      });

    const scheduled = job("scheduled");
    table.grantWriteData(scheduled);
    // Every 2 minutes, and once a day with an input of its own.
    new Rule(this, "scheduled-rule", {
      schedule: Schedule.rate(Duration.minutes(2)),
      targets: [new LambdaFunction(scheduled, { retryAttempts: 2 })],
    });
    new scheduler.Schedule(this, "daily", {
      schedule: scheduler.ScheduleExpression.cron({
        hour: "6",
        minute: "0",
        timeZone: TimeZone.EUROPE_BERLIN,
      }),
      target: new LambdaInvoke(scheduled, {
        input: scheduler.ScheduleTargetInput.fromObject({ source: "daily" }),
      }),
    });

    const count = job("count");
    totals.grantReadWriteData(count);
    count.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: lambda.StartingPosition.TRIM_HORIZON,
        batchSize: 10,
        bisectBatchOnError: true,
        retryAttempts: 3,
        filters: [lambda.FilterCriteria.filter({ eventName: lambda.FilterRule.isEqual("INSERT") })],
      }),
    );
  }
}

const app = new App();
new TheScheduledLambdaStack(app, "TheScheduledLambdaStack");
