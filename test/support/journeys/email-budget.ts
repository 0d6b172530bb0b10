import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/template.ts";
import { keys } from "../../../shared/store/keys/keys.ts";
import { emailBudget } from "../../../shared/store/signup/email-budget.ts";
import type { Cloud } from "../cloud/cloud.ts";
import { assemblyDir } from "../cloud/synthesise.ts";

/** Makes the hour's budget of confirmation emails look spent. It has room again in five virtual minutes. */
export async function spendEmailBudget(cloud: Cloud): Promise<void> {
  const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");
  const fiftyFiveMinutesAgo = (await cloud.now()) - 3_300_000;
  const spent = emailBudget.map(({ operation, source, windows: [window] }) => ({
    ...keys.limit(operation, source),
    ...Object.fromEntries(
      Array.from({ length: window?.count ?? 0 }, (_, i) => [`t${i}`, fiftyFiveMinutesAgo]),
    ),
  }));
  await Promise.all(spent.map((item) => cloud.putItem(table, marshall(item))));
}
