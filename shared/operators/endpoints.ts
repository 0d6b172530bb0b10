import type * as commands from "../contract/operators/object-commands.ts";
import { instantOf } from "../domain/ids.ts";
import type { Delivery } from "../domain/webhook/delivery.ts";
import type { WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import { listDeliveries } from "../store/webhook/deliveries.ts";
import { findEndpoint, listEndpoints, moveEndpoint } from "../store/webhook/endpoints.ts";
import { inOneMode, ownersNamed } from "./account-named.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

const MAX = 50;

export const listEndpointsRun: Run<typeof commands.listEndpointsCommand> = async ({ account }, { now }) => {
  const owners = await ownersNamed(account, now);
  const found = (await Promise.all(owners.map(listEndpoints))).flat();
  const objects = owners.slice(0, 1).map(({ account_id }) => account_id);
  return { ok: true, message: numbered(found.length, "endpoint"), data: found.map(shownEndpoint), objects };
};

export const showEndpointRun: Run<typeof commands.showEndpointCommand> = async (
  { endpoint_id, account },
  { now },
) => {
  const endpoint = await requireEndpoint(endpoint_id, account, now);
  const { failures, slow, created_at, account_id } = endpoint;
  const data = {
    ...shownEndpoint(endpoint),
    created_at,
    failing_since: failures?.since,
    failures: failures?.count,
    slow,
  };
  return { ok: true, message: endpoint_id, data, objects: [account_id] };
};

export const disableEndpointRun: Run<typeof commands.disableEndpointCommand> = async (
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
  const one = await inOneMode(await ownersNamed(account, now), (owner) => findEndpoint(owner, id));
  if (one) return one.found;
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

export const listDeliveriesRun: Run<typeof commands.listDeliveriesCommand> = async (
  { endpoint_id, account, status, before },
  { now },
) => {
  const endpoint = await requireEndpoint(endpoint_id, account, now);
  const query = { limit: MAX, starting_after: before };
  const page = await listDeliveries(endpoint, endpoint_id, { status }, query, now);
  const { searched_to } = page;
  const searched = searched_to ? `. The search ended at ${instantOf(searched_to).toISOString()}` : "";
  const more = page.has_more ? `. For older ones, add --before ${page.data.at(-1)?.id ?? searched_to}` : "";
  const found = numbered(page.data.length, "delivery", "deliveries");
  const message = `${found}${searched}${more}`;
  return { ok: true, message, data: page.data.map(shownDelivery), objects: [endpoint.account_id] };
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
