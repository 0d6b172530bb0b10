import { deleteWebhookOperation } from "../../../shared/contract/platform/webhooks/delete-webhook.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { deleteEndpoint } from "../../../shared/store/webhook/endpoints.ts";
import { unknownWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = servePlatform(deleteWebhookOperation, {
  answer: async ({ params: { id } }, { owner, now, reply }) => {
    const deleted = reply("deleted", { id, object: "webhook_endpoint", deleted: true });
    if (!(await deleteEndpoint(owner, id, now))) throw unknownWebhook();
    return deleted;
  },
});
