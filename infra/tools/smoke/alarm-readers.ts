import { Finding, unanswered } from "../../../shared/canary/caller.ts";
import { awsQuery } from "../ops/aws-query.ts";

/** How many confirmed subscriptions a topic has. It needs the permission sns:ListSubscriptionsByTopic. */
export async function alarmReaders(TopicArn: string): Promise<number> {
  const query = { Action: "ListSubscriptionsByTopic", TopicArn, Version: "2010-03-31" };
  const { status, text } = await awsQuery("sns", query).catch(unanswered("SNS"));
  if (status !== 200)
    throw new Finding(`SNS answered ${status}. Your credentials need sns:ListSubscriptionsByTopic`);
  return text.match(/arn:aws[\w-]*:sns:[\w-]+:\d+:[\w-]+:[0-9a-f-]{36}/g)?.length ?? 0;
}
