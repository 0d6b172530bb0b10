import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Consent, type ConsentAnswer, hasExpired } from "../../domain/earnings/consent.ts";
import { keys } from "../keys/keys.ts";
import { transactOnce } from "../table/idempotency.ts";
import {
  despiteTransactions,
  putNew,
  table,
  tableName,
  transact,
  ttlAt,
  type Write,
} from "../table/table.ts";

/** Puts a consent under the hash of its state, so a reader of the table cannot answer it. */
export async function putConsent(consent: Consent, state: string, memory: Write | undefined): Promise<void> {
  await transactOnce(
    [putNew({ ...keys.consent(state), ...consent, ttl: ttlAt(consent.expires_at) })],
    memory,
  );
}

/** The consent with this state, answered or not, until it expires. One that was given does not expire. */
export async function findConsent(state: string, now: Date): Promise<Consent | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.consent(state), ConsistentRead: true }),
  );
  const consent = Item && Consent.parse(Item);
  return consent && !hasExpired(consent, now) ? consent : undefined;
}

/** The write of the answer, once and in time, for the transaction of what follows from it. */
export const consentAnswerWrite = (state: string, answer: ConsentAnswer, now: Date): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.consent(state),
    UpdateExpression: `SET answer = :answer, answered_at = :now${answer === "connected" ? " REMOVE #ttl" : ""}`,
    ConditionExpression: "attribute_not_exists(answer) AND expires_at > :now",
    ...(answer === "connected" && { ExpressionAttributeNames: { "#ttl": "ttl" } }),
    ExpressionAttributeValues: { ":answer": answer, ":now": now.toISOString() },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
});

/** Leads from a driver to a consent that they gave, so that their erasure finds it. */
export function givenConsentWrite(consent: Consent, state: string): Write {
  const Item = { ...keys.givenConsent(consent, consent.driver_id, state), consent: keys.consent(state) };
  return { Put: { TableName: tableName, Item } };
}

/** Returns whether this call refused the consent. The driver may have decided before. */
export const moveConsentToRefused = async (state: string, now: Date): Promise<boolean> =>
  (await transact([consentAnswerWrite(state, "refused", now)])) === undefined;

/** Records that the driver withdrew a consent that they had given. Its link then shows that, for 30 days. */
export async function putWithdrawal(state: string, now: Date): Promise<void> {
  const update = new UpdateCommand({
    TableName: tableName,
    Key: keys.consent(state),
    UpdateExpression: "SET withdrawn_at = if_not_exists(withdrawn_at, :now), #ttl = :ttl",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: { ":now": now.toISOString(), ":ttl": ttlAt(daysLater(now)) },
  });
  await despiteTransactions(() => table.send(update));
}

const SHOWN_DAYS = 30;
const daysLater = (now: Date) => new Date(now.getTime() + SHOWN_DAYS * 86_400_000).toISOString();
