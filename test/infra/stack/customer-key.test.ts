import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import type { StageSettings } from "../../../infra/stack/settings/settings.ts";
import { synthesiseStage } from "./synthesise-stage.ts";
import { actionsOf, idsOfType, ofType } from "./template.ts";

const mailFrom = "hello@mail.example.com";
const stage = (more: StageSettings) => synthesiseStage("dev", { mailFrom, ...more }).resources;
const plain = stage({});
const keyed = stage({ customerKey: true });
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

test("with the setting, the key encrypts the table, each secret and each topic", () => {
  const arn = { "Fn::GetAtt": [key, "Arn"] };
  for (const { SSESpecification } of ofType("AWS::DynamoDB::Table", keyed))
    expect(SSESpecification).toEqual({ SSEEnabled: true, SSEType: "KMS", KMSMasterKeyId: arn });
  for (const { KmsKeyId } of ofType("AWS::SecretsManager::Secret", keyed)) expect(KmsKeyId).toEqual(arn);
  const topics = ofType("AWS::SNS::Topic", keyed);
  expect(topics).toHaveLength(4);
  for (const { KmsMasterKeyId } of topics) expect(JSON.stringify(KmsMasterKeyId)).toContain(key);
});

test("a role uses the key only through the services that its function reads, and other roles do not", () => {
  const roles = idsOfType("AWS::IAM::Role", keyed).filter((id) => keyed[id].Properties.Policies);
  const through = new Set<string>();
  for (const role of roles) {
    const statements = statementsOf(keyed, role);
    const has = (pattern: RegExp) =>
      statements.some((each) => actionsOf(each).some((one) => pattern.test(one)));
    const services = usesOf(keyed, role).map(({ Action, Resource, Condition }) => {
      expect(JSON.stringify([Action, Resource])).not.toContain("*");
      const [service = ""] =
        JSON.stringify(Condition.StringEquals["kms:ViaService"]).match(/dynamodb|secretsmanager/) ?? [];
      through.add(service);
      return service;
    });
    expect(services.includes("secretsmanager")).toBe(has(/^secretsmanager:/));
    expect(services.includes("dynamodb")).toBe(has(/^dynamodb:/));
  }
  expect([...through].sort()).toEqual(["dynamodb", "secretsmanager"]);
});
