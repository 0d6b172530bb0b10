/** The page of an object, by its id. */
export function pageOfId(id: string, mode: string): string {
  const [kind] = id.split("_");
  if (kind === "pay") return `/developers/payouts/${mode}/${id}`;
  if (kind === "drv") return `/developers/drivers/${mode}/${id}`;
  if (kind === "wh") return `/developers/webhooks/${mode}/${id}`;
  if (kind === "prp") return `/developers/proposals/${mode}/${id}`;
  if (kind === "bat") return `/developers/payouts/${mode}/batches/${id}`;
  return `/developers/home/${mode}/timeline?id=${encodeURIComponent(id)}`;
}
