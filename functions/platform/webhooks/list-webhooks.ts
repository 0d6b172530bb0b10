import { listWebhooksOperation } from "../../../shared/contract/platform/webhooks/list-webhooks.ts";
import { publicEndpoint } from "../../../shared/domain/webhook/webhook-request.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { listEndpoints } from "../../../shared/store/webhook/endpoints.ts";

export const handler = servePlatform(listWebhooksOperation, {
  answer: async (_, { owner, now, reply }) => {
    const data = (await listEndpoints(owner)).map((endpoint) => publicEndpoint(endpoint, now));
    return reply("found", { object: "list", data, has_more: false, total_count: data.length });
  },
});
