import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { stageSettingsOf } from "./settings/stage-settings.ts";

/**
 * The setting `customerKey`: a KMS key of the account for the table, the secrets and the topics. Each use is
 * in CloudTrail, and deleting the key makes every backup unreadable. Undefined: AWS's own keys.
 */
export function customerKey(scope: Construct, { keep }: { keep: boolean }): Key | undefined {
  if (!stageSettingsOf(scope).customerKey) return undefined;
  const key = new Key(scope, "CustomerKey", {
    description: "Encrypts the table, the secrets and the topics",
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
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(scope).account } },
    }),
  );
  return key;
}

const READ = ["kms:Decrypt", "kms:DescribeKey"];
const WRITE = ["kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"];

/** What a role needs of the key to use one service. It cannot use the key in another way. */
export const keyStatements = (
  key: Key | undefined,
  service: "dynamodb" | "secretsmanager",
): PolicyStatement[] =>
  key
    ? [
        new PolicyStatement({
          actions: service === "dynamodb" ? [...READ, ...WRITE] : READ,
          resources: [key.keyArn],
          conditions: {
            StringEquals: { "kms:ViaService": `${service}.${Stack.of(key).region}.amazonaws.com` },
          },
        }),
      ]
    : [];
