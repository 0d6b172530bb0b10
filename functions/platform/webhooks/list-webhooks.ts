import { listWebhooksOperation } from "../../../shared/contract/platform/webhooks/list-webhooks.ts";
import { publicEndpoint } from "../../../shared/domain/webhook/public-endpoint.ts";
import { followedPage, serveList } from "../../../shared/http/serve/serve-list.ts";
import { listEndpoints } from "../../../shared/store/webhook/endpoints.ts";

export const handler = serveList(listWebhooksOperation, {
  list: async ({ query }, { owner, now }) =>
    followedPage(await listEndpoints(owner), query, now, ({ id }) => id),
  show: (endpoint, _, { now }) => publicEndpoint(endpoint, now),
});
