import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { stageOf } from "./stages.ts";
import { actionsOf, idsOfType, nameOf, ofType } from "./template.ts";

const { resources } = stageOf("dev");
const [id = ""] = idsOfType("AWS::S3::Bucket", resources);

/** The roles that have an action, by the part of the bucket or by the secret that they have it for. */
function rolesWith(action: string): string[] {
  return idsOfType("AWS::IAM::Role", resources).flatMap((role) =>
    (resources[role].Properties.Policies ?? [])
      .flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement)
      .filter((statement: Json) => actionsOf(statement).includes(action))
      .map(({ Resource, Condition }: Json) => {
        const [folder = ""] = JSON.stringify([Resource, Condition]).match(/\w+\/\*?(?=")|BankKey/) ?? [];
        return `${nameOf(role).replace(/^.*Resource[0-9A-F]{8}/, "")} ${folder}`;
      })
      .filter((which: string) => action.startsWith("s3:") || which.endsWith("BankKey")),
  );
}

test("a stage without a rail has no bucket, no secret of account numbers and no schedule for a bank", () => {
  const plain = stageOf("silent").resources;
  expect(idsOfType("AWS::S3::Bucket", plain)).toEqual([]);
  expect(Object.keys(plain).filter((name) => /BankFiles|BankKey|CollectPayouts/.test(name))).toEqual([]);
});

test("the bucket has versions and encryption, keeps its files for years, and no one reaches it in clear", () => {
  const { PublicAccessBlockConfiguration: open, ...bucket } = resources[id].Properties;
  expect(new Set(Object.values(open))).toEqual(new Set([true]));
  expect(bucket.VersioningConfiguration).toEqual({ Status: "Enabled" });
  expect(JSON.stringify(bucket.BucketEncryption)).toContain('"SSEAlgorithm":"aws:kms"');
  expect(bucket.LifecycleConfiguration.Rules[0]).toMatchObject({ ExpirationInDays: 7 * 365 });
  const [{ PolicyDocument }] = ofType("AWS::S3::BucketPolicy", resources);
  const insecure = { Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } };
  expect(PolicyDocument.Statement).toContainEqual(expect.objectContaining(insecure));
});

test("each role has its folder, and only the files' writer has the secret of account numbers", () => {
  expect(rolesWith("s3:PutObject").sort()).toEqual([
    "ReadBankFilesRole read/*",
    "WriteBankFilesRole outgoing/*",
  ]);
  expect(rolesWith("s3:GetObject")).toEqual(["ReadBankFilesRole incoming/*"]);
  expect(rolesWith("s3:DeleteObject")).toEqual(["ReadBankFilesRole incoming/*"]);
  expect(rolesWith("s3:ListBucket")).toEqual(["ReadBankFilesRole incoming/"]);
  expect(rolesWith("secretsmanager:GetSecretValue")).toEqual(["WriteBankFilesRole BankKey"]);
});
