import type { Properties } from "../base/template.ts";

export type Integration = { uri: string; role: string | undefined };
type KeyedRoute = { key: string; method: string; segments: string[] };
export type GatewayRoute = KeyedRoute & { integration: Integration };

/** A route by its key, such as `GET /v1/drivers/{id}`. */
export function routeNamed(key: string): KeyedRoute {
  const [method = "", path = ""] = key.split(" ");
  return { key, method, segments: path.split("/").slice(1) };
}

export function routeOf(
  { RouteKey, Target }: Properties,
  integrations: ReadonlyMap<string, Integration>,
): GatewayRoute {
  const integration = integrations.get(String(Target).replace("integrations/", "")) as Integration;
  return { ...routeNamed(String(RouteKey)), integration };
}

/** As on AWS: a full match over a greedy one, literal segments over parameters, then a method over ANY. */
export function matchRoute<R extends KeyedRoute>(
  routes: readonly R[],
  fallback: R | undefined,
  method: string,
  path: string,
): { route: R | undefined; parameters: Record<string, string> } {
  const segments = path.split("/").slice(1);
  const fitting = routes
    .filter((route) => route.method === method || route.method === "ANY")
    .filter((route) => fits(route.segments, segments))
    .sort(
      (a, b) =>
        greed(a) - greed(b) ||
        literals(b) - literals(a) ||
        Number(a.method === "ANY") - Number(b.method === "ANY"),
    );
  const route = fitting[0] ?? fallback;
  const parameters = Object.fromEntries(
    (route?.segments ?? []).flatMap((segment, i) =>
      segment.startsWith("{") ? [parameterOf(segment, segments.slice(i))] : [],
    ),
  );
  return { route, parameters };
}

const greed = ({ segments }: KeyedRoute) => Number(isGreedy(segments.at(-1)));

const literals = ({ segments }: KeyedRoute) => segments.filter((segment) => !segment.startsWith("{")).length;

/** `{proxy+}` takes all segments that remain. */
const isGreedy = (segment: string | undefined) => segment?.endsWith("+}") ?? false;

const parameterOf = (segment: string, rest: string[]): [string, string] =>
  isGreedy(segment) ? [segment.slice(1, -2), rest.join("/")] : [segment.slice(1, -1), rest[0] ?? ""];

const fits = (route: string[], path: string[]) =>
  (isGreedy(route.at(-1)) ? route.length <= path.length : route.length === path.length) &&
  route.every((segment, i) => (segment.startsWith("{") ? path[i] !== "" : segment === path[i]));
