import type { EndpointChange, EndpointMail, WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import { keys } from "../keys/keys.ts";
import { outboxWrite } from "../table/outbox.ts";
import { tableName, transact, type Write, write } from "../table/table.ts";

/**
 * Writes what an attempt means for its endpoint, with the mail that tells of it. As `changeEndpoint` has it, a change that does not
 * hold any more is not written: an endpoint that was turned off, moved or deleted meanwhile, or that got something since, stays as it is.
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

/** Many may fail at once: each adds to what stands there, and the first to come begins the count. */
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
  // When neither holds, it is off or gone; when the first does not, somebody was faster by a moment.
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

/** Of an endpoint that is on, and where it was when it was called: what another server does says nothing of this one. */
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
