import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { stageOf } from "./stages.ts";
import { actionsOf, idsOfType, ofType } from "./template.ts";

const plain = stageOf("prod").resources;
const { resources: keyed } = stageOf("dev");
const [key = ""] = idsOfType("AWS::KMS::Key", keyed);

const statementsOf = (resources: Json, role: string): Json[] =>
  resources[role].Properties.Policies.flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement);
const usesOf = (resources: Json, role: string) =>
  statementsOf(resources, role).filter((statement) => JSON.stringify(statement.Action).includes("kms:"));

test("without the setting, a stage has no key and no role uses one", () => {
  expect(idsOfType("AWS::KMS::Key", plain)).toEqual([]);
  for (const role of idsOfType("AWS::IAM::Role", plain).filter((id) => plain[id].Properties.Policies))
    expect(usesOf(plain, role)).toEqual([]);
});

test("with the setting, the key encrypts the table and each secret, topic, queue and log group", () => {
  const arn = { "Fn::GetAtt": [key, "Arn"] };
  for (const { SSESpecification } of ofType("AWS::DynamoDB::Table", keyed))
    expect(SSESpecification).toEqual({ SSEEnabled: true, SSEType: "KMS", KMSMasterKeyId: arn });
  for (const { KmsKeyId } of ofType("AWS::SecretsManager::Secret", keyed)) expect(KmsKeyId).toEqual(arn);
  const topics = ofType("AWS::SNS::Topic", keyed);
  expect(topics).toHaveLength(4);
  const queues = ofType("AWS::SQS::Queue", keyed);
  expect(queues.length).toBeGreaterThan(10);
  for (const { KmsMasterKeyId } of [...topics, ...queues])
    expect(JSON.stringify(KmsMasterKeyId)).toContain(key);
  const groups = ofType("AWS::Logs::LogGroup", keyed);
  expect(groups).toHaveLength(2);
  for (const { KmsKeyId } of groups) expect(KmsKeyId).toEqual(arn);
  // Of a queue that the topic of bounces feeds, and of the logs.
  const { Statement } = keyed[key].Properties.KeyPolicy;
  for (const service of ["sns.amazonaws.com", "logs."]) expect(JSON.stringify(Statement)).toContain(service);
});

test("a role uses the key only through the services that its function reads, and other roles do not", () => {
  const roles = idsOfType("AWS::IAM::Role", keyed).filter((id) => keyed[id].Properties.Policies);
  const through = new Set<string>();
  for (const role of roles) {
    const statements = statementsOf(keyed, role);
    const has = (pattern: RegExp) =>
      statements.some((each) => actionsOf(each).some((action) => pattern.test(action)));
    const services = usesOf(keyed, role).map(({ Action, Resource, Condition }) => {
      expect(JSON.stringify([Action, Resource])).not.toContain("*");
      const [service = ""] =
        JSON.stringify(Condition.StringEquals["kms:ViaService"]).match(/dynamodb|secretsmanager|sqs|s3/) ??
        [];
      through.add(service);
      return service;
    });
    expect(services.includes("secretsmanager")).toBe(has(/^secretsmanager:/));
    expect(services.includes("dynamodb")).toBe(has(/^dynamodb:/));
    expect(services.includes("sqs")).toBe(has(/^sqs:/));
    expect(services.includes("s3")).toBe(has(/^s3:/));
  }
  expect([...through].sort()).toEqual(["dynamodb", "s3", "secretsmanager", "sqs"]);
});
