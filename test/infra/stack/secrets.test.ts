import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import type { FunctionRecord } from "../../../infra/stack/operation-function.ts";
import { operations, operatorFunctions, pages } from "../../../shared/contract/service.ts";
import { workers } from "../../../shared/contract/workers.ts";
import { actionsOf, idsOfType, nameOf, ofType, resources } from "./template.ts";

test("Secrets Manager generates the secrets, each of 256 bits at least", () => {
  const secrets = ofType("AWS::SecretsManager::Secret");
  expect(secrets.length).toBeGreaterThan(0);
  // 43 letters and digits.
  for (const { GenerateSecretString } of secrets)
    expect(GenerateSecretString.PasswordLength).toBeGreaterThanOrEqual(43);
});

test("only the functions whose records name a secret may read secrets", () => {
  const readers = idsOfType("AWS::IAM::Role")
    .filter((id) =>
      (resources[id].Properties.Policies ?? [])
        .flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement)
        .some((statement: Json) => actionsOf(statement).includes("secretsmanager:GetSecretValue")),
    )
    .map((id) => nameOf(id).replace(/Role$/, "").toLowerCase());
  const records: readonly FunctionRecord[] = [
    ...operations,
    ...pages,
    ...operatorFunctions,
    ...Object.values<FunctionRecord>(workers),
  ];
  const named = records
    .filter(({ secrets = [] }) => secrets.length > 0)
    .map(({ name }) => name.replaceAll("-", ""));
  expect(named.length).toBeGreaterThan(0);
  expect(readers.sort()).toEqual(named.sort());
});
