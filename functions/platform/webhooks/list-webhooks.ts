import { listWebhooksOperation } from "../../../shared/contract/platform/webhooks/list-webhooks.ts";
import { publicEndpoint } from "../../../shared/domain/webhook/public-endpoint.ts";
import { followedPage } from "../../../shared/http/serve/serve-list.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { listEndpoints } from "../../../shared/store/webhook/endpoints.ts";

export const handler = servePlatform(listWebhooksOperation, {
  answer: async ({ query }, { owner, now, reply }) => {
    const endpoints = (await listEndpoints(owner)).map((endpoint) => publicEndpoint(endpoint, now));
    return reply(
      "found",
      followedPage(endpoints, query, now, ({ id }) => id),
    );
  },
});
