import type { WebhookEndpoint } from "./webhook-endpoint.ts";

/**
 * The newest endpoint of each URL, from a list that is newest first. A URL gets one delivery of an event,
 * however often it is registered, so registrations do not multiply the requests to a stranger's server.
 * A caller that registered a URL again has the newest one's secret.
 */
export const newestByUrl = <E extends Pick<WebhookEndpoint, "url">>(endpoints: readonly E[]): E[] => [
  ...new Map(endpoints.toReversed().map((endpoint) => [targetOf(endpoint), endpoint])).values(),
];

/** Whether another active endpoint has the same URL. */
export const isUrlTaken = (
  { id, url }: Pick<WebhookEndpoint, "id" | "url">,
  endpoints: readonly Pick<WebhookEndpoint, "id" | "url" | "status">[],
): boolean =>
  endpoints.some((one) => one.id !== id && one.status === "active" && targetOf(one) === targetOf({ url }));

/** Spellings of one URL, such as with its default port or a fragment, lead to one target. */
function targetOf({ url }: Pick<WebhookEndpoint, "url">): string {
  const target = new URL(url);
  target.hash = "";
  return target.href;
}
