import { awsQuotas } from "../../local/quotas/quotas.ts";

export const MAX_RESOURCES = awsQuotas.stackResources.most;
/** From this share of a quota on, a synthesis warns. */
export const WARNED_SHARE = 0.8;

export function resourcesWarning(count: number): string | undefined {
  if (count < WARNED_SHARE * MAX_RESOURCES) return undefined;
  const share = Math.round((100 * count) / MAX_RESOURCES);
  return `The main stack has ${count} of ${MAX_RESOURCES} resources (${share} %). Put what can be in a nested stack: infra/stack/decisions/0160 and 0166.`;
}
