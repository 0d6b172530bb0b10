import { Problem } from "../../../shared/contract/errors.ts";
import { listDeliveriesOperation } from "../../../shared/contract/platform/webhooks/list-deliveries.ts";
import type { Owner } from "../../../shared/domain/owner.ts";
import { publicDelivery } from "../../../shared/domain/webhook/public-delivery.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { countDeliveries, findDelivery, listDeliveries } from "../../../shared/store/webhook/deliveries.ts";
import { requireWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = servePlatform(listDeliveriesOperation, {
  load: ({ params, query }, { owner, now }) =>
    Promise.all([
      requireWebhook(owner, params.id),
      requireStart(owner, params.id, query.starting_after, now),
    ]),
  answer: async ({ params: { id }, query }, { owner, now, reply }) => {
    const { limit, starting_after: startingAfter } = query;
    const [page, total_count] = await Promise.all([
      listDeliveries(owner, id, query, { startingAfter, limit, now }),
      countDeliveries(owner, id, query, now),
    ]);
    const data = page.data.map(publicDelivery);
    return reply("found", { object: "list", data, has_more: page.has_more, total_count });
  },
});

async function requireStart(
  owner: Owner,
  endpointId: string,
  id: string | undefined,
  now: Date,
): Promise<void> {
  if (id === undefined || (await findDelivery(owner, endpointId, id, now))) return;
  throw new Problem(
    "parameter_invalid",
    "`starting_after` must be the id of a delivery to this endpoint.",
    "starting_after",
  );
}
