import type { EndpointChange, EndpointMail, WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import { keys } from "../keys/keys.ts";
import { outboxWrite } from "../table/outbox.ts";
import { tableName, transact, type Write, write } from "../table/table.ts";

/**
 * Writes the effect of an attempt on its endpoint, with the email that reports it. Like `changeEndpoint`, it
 * does not write a change that no longer holds: an endpoint that was disabled, moved or deleted meanwhile, or
 * that received something since, stays as it is.
 */
export async function moveEndpointHealth(
  endpoint: WebhookEndpoint,
  change: EndpointChange,
  mail: EndpointMail | undefined,
  now: Date,
): Promise<void> {
  const { account_id, mode } = endpoint;
  switch (change.change) {
    case "failed":
      return countFailure(endpoint, change);
    case "recovered":
      return void (await write(update(endpoint, "REMOVE failures")));
    case "paced":
      return void (await write(
        update(endpoint, change.slow ? "SET slow = :true" : "REMOVE slow", {
          ...(change.slow && { values: { ":true": true } }),
        }),
      ));
    case "warned":
    case "disabled":
      await transact([
        updateOf(endpoint, change),
        ...(mail ? [outboxWrite({ kind: "mail", account_id, mode, ...mail }, now)] : []),
      ]);
  }
}

/** Attempts can fail at the same moment. Each adds one, and the first begins the count. */
async function countFailure(
  endpoint: WebhookEndpoint,
  { at }: EndpointChange & { change: "failed" },
): Promise<void> {
  const more = () =>
    update(endpoint, "ADD failures.#count :one", {
      only: "attribute_exists(failures)",
      names: { "#count": "count" },
      values: { ":one": 1 },
    });
  const first = () =>
    update(endpoint, "SET failures = :failures", {
      only: "attribute_not_exists(failures)",
      values: { ":failures": { since: at, count: 1 } },
    });
  // If neither write succeeds, the endpoint is disabled or gone. If the first fails, another attempt was
  // faster.
  for (const attempt of endpoint.failures ? [more, first] : [first, more])
    if (!(await write(attempt()))) return;
}

function updateOf(
  endpoint: WebhookEndpoint,
  change: EndpointChange & { change: "warned" | "disabled" },
): Write {
  if (change.change === "warned")
    return update(endpoint, "SET failures.warned_at = :at", {
      only: "failures.since = :since AND attribute_not_exists(failures.warned_at)",
      values: { ":at": change.at, ":since": change.since },
    });
  const { at, reason, since } = change;
  return update(endpoint, "SET #status = :disabled, disabled = :why", {
    ...(since !== undefined && { only: "failures.since = :since" }),
    values: {
      ":disabled": "disabled",
      ":why": { at, reason },
      ...(since !== undefined && { ":since": since }),
    },
  });
}

type Condition = { only?: string; names?: Record<string, string>; values?: Record<string, unknown> };

/**
 * The condition: the endpoint is active and has the URL that was called. An attempt at another URL says
 * nothing about this one.
 */
const update = (
  { id, account_id, mode, url }: WebhookEndpoint,
  UpdateExpression: string,
  { only, names, values }: Condition = {},
): Write => ({
  Update: {
    TableName: tableName,
    Key: keys.webhook({ account_id, mode }, id),
    UpdateExpression,
    ConditionExpression: ["#status = :active AND #url = :url", ...(only ? [only] : [])].join(" AND "),
    ExpressionAttributeNames: { "#status": "status", "#url": "url", ...names },
    ExpressionAttributeValues: { ":active": "active", ":url": url, ...values },
  },
});
