import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { stageSettingsOf } from "./settings/stage-settings.ts";

const ID = "CustomerKey";

/**
 * `customerKey`: a KMS key of the account for the table, secrets, topics, queues and logs. CloudTrail shows
 * each use, and deleting it makes every backup unreadable. Call it before anything is encrypted.
 */
export function makeStageKey(stack: Stack, { keep }: { keep: boolean }): void {
  if (!stageSettingsOf(stack).customerKey) return;
  const key = new Key(stack, ID, {
    description: "Encrypts the table, the secrets, the topics, the queues and the logs",
    enableKeyRotation: true,
    removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  // SES, CloudWatch and Budgets publish to encrypted topics, and have no role that could be granted the key.
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: ["ses", "cloudwatch", "budgets"].map(
        (name) => new ServicePrincipal(`${name}.amazonaws.com`),
      ),
      actions: ["kms:Decrypt", "kms:GenerateDataKey"],
      resources: ["*"],
      conditions: { StringEquals: { "aws:SourceAccount": stack.account } },
    }),
  );
  const logs = stack.formatArn({ service: "logs", resource: "*" });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${stack.region}.amazonaws.com`)],
      actions: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"],
      resources: ["*"],
      conditions: { ArnLike: { "kms:EncryptionContext:aws:logs:arn": logs } },
    }),
  );
}

export const stageKeyOf = (scope: Construct): Key | undefined =>
  scope.node.scopes.find((each) => Stack.isStack(each))?.node.tryFindChild(ID) as Key | undefined;

const READ = ["kms:Decrypt", "kms:DescribeKey"];
const WRITE = ["kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"];

const actions = {
  dynamodb: [...READ, ...WRITE],
  secretsmanager: READ,
  s3: ["kms:Decrypt", "kms:GenerateDataKey"],
  // A sender decrypts its data key, too.
  sqs: ["kms:Decrypt", "kms:GenerateDataKey"],
};

export function keyStatements(scope: Construct, service: keyof typeof actions): PolicyStatement[] {
  const key = stageKeyOf(scope);
  return key
    ? [
        new PolicyStatement({
          actions: actions[service],
          resources: [key.keyArn],
          conditions: {
            StringEquals: { "kms:ViaService": `${service}.${Stack.of(key).region}.amazonaws.com` },
          },
        }),
      ]
    : [];
}
