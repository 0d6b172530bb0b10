import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/base/template.ts";
import { emailLanes } from "../../../shared/domain/share/lane.ts";
import { keys } from "../../../shared/store/keys/keys.ts";
import { assemblyDir } from "../cloud/assembly.ts";
import type { Cloud } from "../cloud/cloud.ts";

/** Takes all room of the lanes of emails. It is back in ten virtual minutes. */
export async function spendEmailBudget(cloud: Cloud): Promise<void> {
  const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");
  const full_at = (await cloud.now()) + 3_600_000 + 600_000;
  await Promise.all(
    emailLanes.map((lane) => cloud.putItem(table, marshall({ ...keys.lane(lane), full_at }))),
  );
}
