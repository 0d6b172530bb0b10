import { join } from "node:path";
import { App, Duration, Stack } from "aws-cdk-lib";
import { HttpApi, HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { AttributeType, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import { Code, Function as LambdaFunction, Runtime, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue } from "aws-cdk-lib/aws-sqs";

/** An ordinary app, as CDK's documentation writes one. It knows nothing of the local cloud. */
const app = new App();
const stack = new Stack(app, "Orders");
const table = new Table(stack, "OrderTable", {
  partitionKey: { name: "id", type: AttributeType.STRING },
  stream: StreamViewType.NEW_IMAGE,
});
const deadLetters = new Queue(stack, "DeadLetters");
const shipments = new Queue(stack, "Shipments", {
  visibilityTimeout: Duration.seconds(60),
  deadLetterQueue: { queue: deadLetters, maxReceiveCount: 3 },
});

const added = (name: string) =>
  new LambdaFunction(stack, name, {
    runtime: Runtime.NODEJS_24_X,
    handler: `${name.toLowerCase()}.handler`,
    code: Code.fromAsset(join(import.meta.dirname, "functions")),
    environment: { TABLE: table.tableName, QUEUE_URL: shipments.queueUrl },
  });
const [orders, confirm, ship] = [added("Orders"), added("Confirm"), added("Ship")];
table.grantReadWriteData(orders);
table.grantReadWriteData(ship);
shipments.grantSendMessages(confirm);
confirm.addEventSource(
  new DynamoEventSource(table as never, { startingPosition: StartingPosition.TRIM_HORIZON }),
);
ship.addEventSource(new SqsEventSource(shipments));

const api = new HttpApi(stack, "Api");
const integration = new HttpLambdaIntegration("OrdersIntegration", orders);
api.addRoutes({ path: "/orders", methods: [HttpMethod.POST], integration });
api.addRoutes({ path: "/orders/{id}", methods: [HttpMethod.GET], integration });
app.synth();
