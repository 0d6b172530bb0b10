import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { stageOf } from "./stages.ts";

/**
 * The properties whose change makes CloudFormation replace a resource, by the type of everything that has
 * state (AWS's resource reference, "Update requires: Replacement"). `GenerateSecretString` replaces nothing,
 * and yet a change of it makes a new secret value.
 */
const REPLACING: Record<string, readonly string[]> = {
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::SecretsManager::Secret": ["Name", "GenerateSecretString"],
  "AWS::SQS::Queue": ["QueueName", "FifoQueue"],
  "AWS::KMS::Key": ["KeySpec", "KeyUsage", "MultiRegion"],
  "AWS::SES::EmailIdentity": ["EmailIdentity"],
  "AWS::Logs::LogGroup": ["LogGroupName", "LogGroupClass"],
  "AWS::StepFunctions::StateMachine": ["StateMachineName", "StateMachineType"],
  "AWS::ApiGatewayV2::Api": ["ProtocolType"],
  "AWS::SNS::Topic": ["TopicName", "FifoTopic"],
};
/** CloudFormation changes one index in an update, and queries fail while the index fills. */
const INDEXED = ["KeySchema", "Projection"];

const released = join(import.meta.dirname, "released-resources.json");
const HAZARD = `The stateful resources differ from test/infra/stack/released-resources.json.
A changed logical id or a changed property of these makes CloudFormation replace the resource: a new empty table, new
secrets that unseal nothing, queues without their messages. Change it back, or plan the move of the data
(infra/README.md, Upgrades). A new resource is harmless: run the test with UPDATE_RELEASED=1 and commit the file.`;

/** What must stay the same in an update, by logical id. */
function statefulIn(resources: Json): Json {
  const entries = Object.entries<Json>(resources).filter(([, { Type }]) => Type in REPLACING);
  return Object.fromEntries(
    entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { Type, Properties = {} }]) => [
        id,
        {
          type: Type,
          ...Object.fromEntries(
            (REPLACING[Type] ?? []).flatMap((name) => (name in Properties ? [[name, Properties[name]]] : [])),
          ),
          ...(Properties.GlobalSecondaryIndexes && {
            indexes: Object.fromEntries(
              Properties.GlobalSecondaryIndexes.map((index: Json) => [
                index.IndexName,
                INDEXED.map((name) => index[name]),
              ]),
            ),
          }),
        },
      ]),
  );
}

/** The hazards of an update from one release to the next. An addition is none. */
function hazards(before: Json, after: Json): string[] {
  return Object.entries<Json>(before).flatMap(([id, { indexes = {}, ...old }]) => {
    if (!after[id]) return [`${id} (${old.type}) is missing`];
    const changed = Object.keys({ ...old, ...after[id] })
      .filter((name) => name !== "indexes")
      .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(after[id][name]))
      .map((name) => `${id}: ${name} changed`);
    const ofIndexes = Object.keys(indexes)
      .filter((name) => JSON.stringify(indexes[name]) !== JSON.stringify(after[id].indexes?.[name]))
      .map((name) => `${id}: the index ${name} changed`);
    const added = Object.keys(after[id].indexes ?? {}).filter((name) => !(name in indexes));
    const many =
      added.length > 1 ? [`${id}: ${added.join(" and ")} are new. Add one index in a release`] : [];
    return [...changed, ...ofIndexes, ...many];
  });
}

const now = statefulIn(stageOf("prod").resources);
if (process.env.UPDATE_RELEASED || !existsSync(released))
  writeFileSync(released, `${JSON.stringify(now, undefined, 2)}\n`);
const before: Json = JSON.parse(readFileSync(released, "utf8"));

test("an update replaces no table, secret, queue, key, identity, log, timer, topic or API", () => {
  const dangers = hazards(before, now);
  if (dangers.length > 0) throw new Error(`${dangers.join("\n")}\n\n${HAZARD}`);
  expect(Object.keys(now).filter((id) => !(id in before))).toEqual([]);
});
