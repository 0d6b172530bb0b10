import { Finding, unanswered } from "../../../shared/canary/caller.ts";
import { signedFetch } from "../ops/signed-fetch.ts";

/** How many confirmed subscriptions a topic has. It needs the permission sns:ListSubscriptionsByTopic. */
export async function alarmReaders(TopicArn: string): Promise<number> {
  const body = `${new URLSearchParams({ Action: "ListSubscriptionsByTopic", TopicArn, Version: "2010-03-31" })}`;
  const sent = { method: "POST", contentType: "application/x-www-form-urlencoded", body };
  const answer = await signedFetch("sns", sent).catch(unanswered("SNS"));
  if (!answer.ok)
    throw new Finding(`SNS answered ${answer.status}. Your credentials need sns:ListSubscriptionsByTopic`);
  const text = await answer.text();
  return text.match(/arn:aws[\w-]*:sns:[\w-]+:\d+:[\w-]+:[0-9a-f-]{36}/g)?.length ?? 0;
}
