import { Template } from "../../infra/local/base/template.ts";
import { DynamoDb } from "../../infra/local/dynamodb/dynamodb.ts";
import { Secrets } from "../../infra/local/secrets/secrets.ts";
import { assemblyDir } from "../support/cloud/assembly.ts";
import { secretNames } from "../support/cloud/engine.ts";
import { type Answering, accept } from "./aws-stub.ts";

export type Engines = { ask: Answering; environment: NodeJS.ProcessEnv; stop: () => void };

/** The table and the secrets in a local cloud's data folder. The local cloud must not be running. */
export async function openEngines(dataDir: string): Promise<Engines> {
  const template = new Template(assemblyDir);
  const [TABLE_NAME] = template.ids("AWS::DynamoDB::Table");
  const table = await DynamoDb.start(dataDir, () => {});
  const secrets = new Secrets(dataDir);
  secrets.create(template);
  const ask: Answering = (target, asked) => {
    const [service = "", operation = ""] = target.split(".");
    // Making the objects may have filled the account's minute.
    const isCount = operation === "UpdateItem" && asked.Key?.pk?.S?.startsWith("QUOTA#");
    if (service.startsWith("DynamoDB_") && !isCount) return table.call(target, asked);
    if (service === "secretsmanager") return secrets.service().perform(operation, asked) as never;
    return accept(target, asked);
  };
  return { ask, environment: { TABLE_NAME, ...secretNames(template) }, stop: () => table.stop() };
}
