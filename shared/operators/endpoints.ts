import type { disableEndpointCommand } from "../contract/operators/object-commands.ts";
import { instantOf } from "../domain/item/ids.ts";
import type { Delivery } from "../domain/webhook/delivery.ts";
import type { WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import { listDeliveries } from "../store/webhook/deliveries.ts";
import { findEndpoint, listEndpoints, moveEndpoint } from "../store/webhook/endpoints.ts";
import { inOneMode, ownersNamed } from "./account-named.ts";
import { type List, listAnswer } from "./list-answer.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

const MAX = 50;

export const listEndpointsRun: List<"endpoints"> = async ({ account }, { now }) => {
  const owners = await ownersNamed(account, now);
  const endpoints = (await Promise.all(owners.map(listEndpoints))).flat();
  const objects = owners.slice(0, 1).map(({ account_id }) => account_id);
  return {
    ok: true,
    message: numbered(endpoints.length, "endpoint"),
    data: endpoints.map(shownEndpoint),
    objects,
  };
};

export const factsOfEndpoint = (endpoint: WebhookEndpoint) => ({
  ...shownEndpoint(endpoint),
  created_at: endpoint.created_at,
  failing_since: endpoint.failures?.since,
  failures: endpoint.failures?.count,
  slow: endpoint.slow,
});

export const disableEndpointRun: Run<typeof disableEndpointCommand> = async (
  { endpoint_id, account },
  { now },
) => {
  const endpoint = await requireEndpoint(endpoint_id, account, now);
  const { account_id, mode } = endpoint;
  const objects = [account_id];
  if (endpoint.status === "disabled")
    return { ok: true, message: `${endpoint_id} is disabled already`, objects };
  return {
    objects,
    will: `${endpoint_id} (${mode}, ${shownUrl(endpoint.url)}) would get no more deliveries`,
    act: async () => {
      const disabled = await moveEndpoint({ account_id, mode }, endpoint, (before) => ({
        after: {
          ...before,
          status: "disabled",
          disabled: before.disabled ?? { at: now.toISOString(), reason: "operator" },
        },
        answer: true,
      }));
      if (!disabled) throw new CommandProblem(`${endpoint_id} was deleted just now`);
      return { ok: true, message: `${endpoint_id} is disabled` };
    },
  };
};

async function requireEndpoint(id: string, account: string, now: Date): Promise<WebhookEndpoint> {
  const endpoint = await inOneMode(await ownersNamed(account, now), (owner) => findEndpoint(owner, id));
  if (endpoint) return endpoint.item;
  throw new CommandProblem(`The account has no endpoint ${id}`);
}

const shownEndpoint = ({ id, mode, status, disabled, url, events }: WebhookEndpoint) => ({
  id,
  mode,
  status: disabled ? `${status} (${disabled.reason})` : status,
  url: shownUrl(url),
  events: events.join(" "),
});

/** A receiver's secret may be in the query. */
const shownUrl = (url: string): string => url.replace(/\?.*$/s, "?•••");

export const listDeliveriesRun: List<"deliveries"> = async (
  { endpoint: id, account, status, after },
  { now },
) => {
  const endpoint = await requireEndpoint(id, account, now);
  const query = { limit: MAX, starting_after: after };
  const page = await listDeliveries(endpoint, id, { status }, query, now);
  const { searched_to } = page;
  const searched = searched_to ? `. The search ended at ${instantOf(searched_to).toISOString()}` : "";
  const last = page.has_more ? (page.data.at(-1)?.id ?? searched_to) : undefined;
  const count = numbered(page.data.length, "delivery", "deliveries");
  const answer = listAnswer(`${count}${searched}`, page.data.map(shownDelivery), last);
  return { ...answer, objects: [endpoint.account_id, id] };
};

const shownDelivery = ({ id, event_type, status, created_at, attempts, next_attempt_at }: Delivery) => ({
  id,
  event_type,
  status,
  created_at,
  attempts: attempts.length,
  last_outcome: attempts.at(-1)?.outcome,
  next_attempt_at,
});
