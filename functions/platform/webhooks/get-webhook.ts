import { getWebhookOperation } from "../../../shared/contract/platform/webhooks/get-webhook.ts";
import { publicEndpoint } from "../../../shared/domain/webhook/public-endpoint.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { requireWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = servePlatform(getWebhookOperation, {
  load: ({ params }, { owner }) => requireWebhook(owner, params.id),
  answer: (_, { now, loaded: endpoint, reply }) => reply("found", publicEndpoint(endpoint, now)),
});
