import { listWebhooksOperation } from "../../../shared/contract/platform/webhooks/list-webhooks.ts";
import { publicEndpoint } from "../../../shared/domain/webhook/public-endpoint.ts";
import { pageOfAll } from "../../../shared/http/serve/serve-list.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { listEndpoints } from "../../../shared/store/webhook/endpoints.ts";

export const handler = servePlatform(listWebhooksOperation, {
  answer: async ({ query }, { owner, now, reply }) => {
    const all = (await listEndpoints(owner)).map((endpoint) => publicEndpoint(endpoint, now));
    return reply(
      "found",
      pageOfAll(all, query, ({ id }) => id),
    );
  },
});
