import { webhookFailing } from "../../domain/event/webhook-events.ts";
import type { EndpointChange, EndpointMail, WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { absent, type Condition, type ItemChange, present } from "../table/expressions.ts";
import { outboxWrite } from "../table/outbox.ts";
import { transact, type Write, write } from "../table/table.ts";
import { change as changeItem } from "../table/writes.ts";

/**
 * With the email that reports it. It does not write what no longer holds: an endpoint that was disabled,
 * moved or deleted meanwhile, or received something since, stays as it is.
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
      return void (await write(update(endpoint, { set: { failures: absent } })));
    case "paced":
      return void (await write(update(endpoint, { set: { slow: change.slow || absent } })));
    case "alerted":
      return alertOthers(endpoint, change);
    case "warned":
    case "disabled":
      await transact([
        updateOf(endpoint, change),
        ...(mail ? [outboxWrite({ kind: "mail", account_id, mode, ...mail }, now)] : []),
      ]);
  }
}

/** With its event, which other endpoints get. Of attempts that fail at once, one writes it. */
async function alertOthers(
  endpoint: WebhookEndpoint,
  { at, since, failed }: EndpointChange & { change: "alerted" },
): Promise<void> {
  const { number } = endpoint.alert ?? {};
  const next = { at, number: (number ?? 0) + 1 };
  await transact([
    update(endpoint, { set: { alert: next } }, { "failures.since": since, "alert.number": number ?? absent }),
    emitWrite(endpoint, webhookFailing, {
      id: endpoint.id,
      object: "webhook_endpoint",
      failing_since: since,
      ...failed,
      sequence: next.number,
    }),
  ]);
}

/** Attempts can fail at the same moment. Each adds one, and the first begins the count. */
async function countFailure(
  endpoint: WebhookEndpoint,
  { at, hour }: EndpointChange & { change: "failed" },
): Promise<void> {
  const set = hour && { "failures.hour": hour };
  const more = update(endpoint, { add: { "failures.count": 1 }, ...(set && { set }) }, { failures: present });
  const streak = { since: at, count: 1, hour: { at, count: 0 } };
  const first = update(endpoint, { set: { failures: streak } }, { failures: absent });
  // If both fail, the endpoint is disabled or gone. If the first fails, another attempt was faster.
  for (const attempt of endpoint.failures ? [more, first] : [first, more])
    if (!(await write(attempt))) return;
}

function updateOf(
  endpoint: WebhookEndpoint,
  change: EndpointChange & { change: "warned" | "disabled" },
): Write {
  if (change.change === "warned") {
    const { at, since } = change;
    const only = { "failures.since": since, "failures.warned_at": absent };
    return update(endpoint, { set: { "failures.warned_at": at } }, only);
  }
  const { at, reason, since } = change;
  const set = { status: "disabled", disabled: { at, reason } };
  return update(endpoint, { set }, since === undefined ? {} : { "failures.since": since });
}

/** If the endpoint is active and has the URL that was called: an attempt says nothing of another URL. */
const update = (
  { id, account_id, mode, url }: WebhookEndpoint,
  fields: ItemChange,
  only: Condition = {},
): Write =>
  changeItem(keys.webhook({ account_id, mode }, id), {
    ...fields,
    when: [{ status: "active", url }, only],
  });
