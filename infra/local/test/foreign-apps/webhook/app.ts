import { join } from "node:path";
import { App, CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { CorsHttpMethod, HttpApi, HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { AttributeType, BillingMode, Table } from "aws-cdk-lib/aws-dynamodb";
import { Runtime } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

// After cdk-patterns/serverless, the-scalable-webhook, with an HTTP API.
class ScalableWebhookStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);

    const table = new Table(this, "Messages", {
      tableName: "messages",
      partitionKey: { name: "id", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const queue = new Queue(this, "PublishQueue", {
      visibilityTimeout: Duration.seconds(300),
      enforceSSL: true,
      deadLetterQueue: { queue: new Queue(this, "DeadLetters"), maxReceiveCount: 3 },
    });

    const publish = new NodejsFunction(this, "PublishHandler", {
      entry: join(import.meta.dirname, "publish.ts"),
      runtime: Runtime.NODEJS_22_X,
      environment: { QUEUE_URL: queue.queueUrl },
      logRetention: RetentionDays.ONE_WEEK,
    });
    queue.grantSendMessages(publish);
    table.grantReadWriteData(publish);

    const subscribe = new NodejsFunction(this, "SubscribeHandler", {
      entry: join(import.meta.dirname, "subscribe.ts"),
      handler: "subscribe",
      runtime: Runtime.NODEJS_22_X,
      environment: { TABLE_NAME: table.tableName },
      reservedConcurrentExecutions: 2,
    });
    table.grantReadWriteData(subscribe);
    subscribe.addEventSource(new SqsEventSource(queue, { batchSize: 5 }));

    const api = new HttpApi(this, "Endpoint", {
      corsPreflight: {
        allowOrigins: ["*"],
        allowMethods: [CorsHttpMethod.POST],
        allowHeaders: ["content-type"],
      },
    });
    const integration = new HttpLambdaIntegration("Publish", publish);
    api.addRoutes({ path: "/messages", methods: [HttpMethod.POST], integration });
    api.addRoutes({ path: "/messages/{id}", methods: [HttpMethod.GET], integration });
    new CfnOutput(this, "Url", { value: api.apiEndpoint });
  }
}

const app = new App();
new ScalableWebhookStack(app, "ScalableWebhookStack", {
  env: { account: "123456789012", region: "eu-central-1" },
});
