import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type ActivityResult, MemberActivity } from "../../domain/account/activity.ts";
import { DAY } from "../../domain/limit/window.ts";
import { keys } from "../keys/keys.ts";
import { type PageQuery, pageOf, type ResultPage } from "../table/pages.ts";
import { table, ttlAt } from "../table/table.ts";
import { change, put } from "../table/writes.ts";

const KEPT_SECONDS = 400 * DAY;

export async function putActivity(activity: MemberActivity): Promise<void> {
  const key = keys.activity(activity.account_id, activity.activity_id);
  const { Put } = put({ ...key, ...activity, ttl: ttlAt(activity.at, KEPT_SECONDS) });
  await table.send(new PutCommand(Put));
}

export async function moveActivityToEnded(
  { account_id, activity_id }: MemberActivity,
  result: ActivityResult,
  now: Date,
): Promise<void> {
  const set = { result, ended_at: now.toISOString() };
  await table.send(new UpdateCommand(change(keys.activity(account_id, activity_id), { set }).Update));
}

export async function listActivities(
  accountId: string,
  query: PageQuery,
): Promise<ResultPage<MemberActivity>> {
  const { pk: partition } = keys.activity(accountId, "");
  const { data, has_more } = await pageOf({ partition }, query);
  return { data: data.map((item) => MemberActivity.parse(item)), has_more };
}
