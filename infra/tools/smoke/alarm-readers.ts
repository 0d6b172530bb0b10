import { LambdaClient } from "@aws-sdk/client-lambda";
import { Finding, unanswered } from "../../../shared/canary/caller.ts";
import { authorizationOf } from "../ops/signed-request.ts";

/** How many confirmed subscriptions a topic has. It needs the permission sns:ListSubscriptionsByTopic. */
export async function alarmReaders(topicArn: string): Promise<number> {
  // The same credentials and region as every command.
  const { config } = new LambdaClient({});
  const [region, credentials] = await Promise.all([config.region(), config.credentials()]);
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const host = `sns.${region}.amazonaws.com`;
  const token = credentials.sessionToken;
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    host,
    "x-amz-date": date,
    ...(token && { "x-amz-security-token": token }),
  };
  const body = new URLSearchParams({
    Action: "ListSubscriptionsByTopic",
    TopicArn: topicArn,
    Version: "2010-03-31",
  }).toString();
  const authorization = authorizationOf({ headers, region, service: "sns", body }, credentials);
  const response = await fetch(`https://${host}/`, {
    method: "POST",
    headers: { ...headers, authorization, accept: "application/json" },
    body,
    signal: AbortSignal.timeout(10_000),
  }).catch(unanswered("SNS"));
  const text = await response.text().catch(unanswered("SNS"));
  if (!response.ok)
    throw new Finding(`SNS answered ${response.status}. Your credentials need sns:ListSubscriptionsByTopic`);
  return text.match(/arn:aws[\w-]*:sns:[\w-]+:\d+:[\w-]+:[0-9a-f-]{36}/g)?.length ?? 0;
}
