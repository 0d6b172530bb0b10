import { invalid } from "../../../shared/contract/errors.ts";
import { replayWebhookOperation } from "../../../shared/contract/platform/webhooks/replay-webhook.ts";
import { limitReplays } from "../../../shared/http/guard/own-limits.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putReplayRequest, STORED_FOR_SECONDS } from "../../../shared/store/event/events.ts";
import { requireActiveWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = servePlatform(replayWebhookOperation, {
  load: async ({ params, body }, { owner, now }) => {
    const range = { since: requireSince(body.since, now), until: now.toISOString() };
    await requireActiveWebhook(owner, params.id);
    return range;
  },
  answer: async ({ params }, { owner, now, loaded: range, reply, remember, countOnce }) => {
    await countOnce(() => limitReplays(params.id, now));
    const accepted = reply("accepted", { object: "webhook_replay", endpoint_id: params.id, ...range });
    await putReplayRequest(
      { kind: "replay", ...owner, endpoint_id: params.id, ...range },
      now,
      remember(accepted),
    );
    return accepted;
  },
});

function requireSince(text: string, now: Date): string {
  const since = new Date(text);
  const age = now.getTime() - since.getTime();
  if (age >= 0 && age <= STORED_FOR_SECONDS * 1000) return since.toISOString();
  throw invalid("`since` must be a timestamp within the last 30 days.", "since");
}
