import type { DashboardRecord } from "../../contract/developers/dashboard.ts";
import { pathCovers } from "../../contract/operation.ts";
import { Mode } from "../../domain/item/owner.ts";

export const dashboardRouteOf = (
  { rights }: DashboardRecord,
  method: string,
  path: string,
): string | undefined =>
  Object.keys(rights).find((route) => {
    const [allowed, template = ""] = route.split(" ");
    return allowed === method && pathCovers(template, path) && hasIds(template, path);
  });

/** Ids are short, because records repeat them. */
const hasIds = (template: string, path: string) => {
  const { mode, ...ids } = paramsOf(`GET ${template}`, path);
  if (mode !== undefined && !Mode.safeParse(mode).success) return false;
  return Object.values(ids).every((id) => /^[\w-]{1,64}$/.test(id));
};

export function paramsOf(route: string, path: string): Record<string, string> {
  const segments = path.split("/");
  const parts = (route.split(" ")[1] ?? "").split("/");
  return Object.fromEntries(
    parts.flatMap((part, i) => (part.startsWith("{") ? [[part.slice(1, -1), segments[i] ?? ""]] : [])),
  );
}

export function formPageOf({ rights }: DashboardRecord, route: string, path: string): string | undefined {
  const params = paramsOf(route, path);
  return rights[route]?.page?.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}

/** The mode follows the page's name: `/developers/keys/live`. */
export const modeOf = (path: string): Mode => (path.split("/")[3] === "live" ? "live" : "test");

/** The path has the secret of an emailed link, which no other address and no record repeats. */
export const hasProof = (route: string | undefined) => route?.endsWith("/{proof}") ?? false;
