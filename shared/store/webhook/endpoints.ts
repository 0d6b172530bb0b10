import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../domain/owner.ts";
import { MAX_ENDPOINTS, WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { type Decided, writeDecided } from "../table/decided.ts";
import { transactOnce } from "../table/idempotency.ts";
import { putNew, table, tableName, transact, type Write } from "../table/table.ts";
import { adding, setting } from "../table/updates.ts";

/** Puts a new endpoint. Returns false when the account has the maximum. */
export async function putEndpoint(
  owner: Owner,
  endpoint: WebhookEndpoint,
  memory: Write | undefined,
): Promise<boolean> {
  const conflict = await transactOnce(
    [putNew({ ...keys.webhook(owner, endpoint.id), ...endpoint }), countOneMore(owner)],
    memory,
  );
  // An endpoint that exists is this one, from an attempt whose answer was lost: ids are unique.
  return conflict === undefined || conflict.found[0] !== undefined;
}

/** Returns whether the endpoint existed. */
export async function deleteEndpoint(owner: Owner, id: string): Promise<boolean> {
  const conflict = await transact([
    {
      Delete: {
        TableName: tableName,
        Key: keys.webhook(owner, id),
        ConditionExpression: "attribute_exists(pk)",
      },
    },
    countOneLess(owner),
  ]);
  return conflict === undefined;
}

/**
 * Every transaction that adds or deletes an endpoint writes this one item, so the limit holds under races.
 */
function countOneMore(owner: Owner): Write {
  const { ExpressionAttributeValues, ...update } = adding({ endpoints: 1 });
  return {
    Update: {
      ...countOf(owner),
      ...update,
      ConditionExpression: "attribute_not_exists(endpoints) OR endpoints < :most",
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ":most": MAX_ENDPOINTS },
    },
  };
}

const countOneLess = (owner: Owner): Write => ({
  Update: { ...countOf(owner), ...adding({ endpoints: -1 }) },
});

const countOf = (owner: Owner) => ({ TableName: tableName, Key: keys.count(owner, "webhooks", "all") });

/** A consistent read. */
export async function findEndpoint(owner: Owner, id: string): Promise<WebhookEndpoint | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName, Key: keys.webhook(owner, id), ConsistentRead: true }),
  );
  return Item && WebhookEndpoint.parse(Item);
}

/** All endpoints, newest first. They are few enough for one call. */
export async function listEndpoints(owner: Owner): Promise<WebhookEndpoint[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": partitionOf("webhook", owner) },
      ConsistentRead: true,
      ScanIndexForward: false,
    }),
  );
  return Items.map((item) => WebhookEndpoint.parse(item));
}

/** Changes an endpoint as `decide` says. Undefined: it no longer exists. */
export const moveEndpoint = <Answer>(
  owner: Owner,
  endpoint: WebhookEndpoint,
  decide: (endpoint: WebhookEndpoint) => Decided<WebhookEndpoint, Answer>,
): Promise<Answer | undefined> =>
  writeDecided(endpoint, decide, {
    writes: (before, after) => [updated(owner, before, after)],
    parse: (item) => WebhookEndpoint.parse(item),
  });

/**
 * Writes the fields that differ. The condition is what decisions depend on, the status and the secrets as
 * they were read. A delivery that ends meanwhile can still count its failure.
 */
function updated(owner: Owner, before: WebhookEndpoint, after: WebhookEndpoint): Write {
  const fields = Object.keys({ ...before, ...after }) as (keyof WebhookEndpoint)[];
  const changed = fields.filter((field) => before[field] !== after[field]);
  // The status is always set, because an update that sets nothing is invalid, and a patch may change nothing.
  const update = setting(
    Object.fromEntries(["status" as const, ...changed].map((field) => [field, after[field]])),
  );
  return {
    Update: {
      TableName: tableName,
      Key: keys.webhook(owner, before.id),
      ...update,
      ConditionExpression: "#status = :status_read AND #secrets = :secrets_read",
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, "#secrets": "secrets" },
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ":status_read": before.status,
        ":secrets_read": before.secrets,
      },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
  };
}
