import type { WebhookEndpoint } from "./webhook-endpoint.ts";

/** From a list that is newest first. A URL gets one delivery of an event, however often registered. */
export const newestByUrl = <E extends Pick<WebhookEndpoint, "url">>(endpoints: readonly E[]): E[] => [
  ...new Map(endpoints.toReversed().map((endpoint) => [targetOf(endpoint), endpoint])).values(),
];

export const isUrlTaken = (
  { id, url }: Pick<WebhookEndpoint, "id" | "url">,
  endpoints: readonly Pick<WebhookEndpoint, "id" | "url" | "status">[],
): boolean =>
  endpoints.some(
    (endpoint) =>
      endpoint.id !== id && endpoint.status === "active" && targetOf(endpoint) === targetOf({ url }),
  );

/** Spellings of one URL, such as with its default port or a fragment, lead to one target. */
function targetOf({ url }: Pick<WebhookEndpoint, "url">): string {
  const target = new URL(url);
  target.hash = "";
  return target.href;
}
