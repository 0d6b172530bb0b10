import { agentApi } from "./agent-api.ts";
import type { Operation, Page, Timer } from "./operation.ts";
import { methodsOf } from "./operation.ts";

/** Everything the service answers. The stack, the documents and the tests all start from these three lists. */
export const operations: readonly Operation[] = agentApi;

export const pages: readonly Page[] = [
  {
    name: "show-page",
    paths: ["/", "/signup/{signup_id}", "/waitlist/thanks", "/docs", "/docs/errors"],
    access: {},
  },
  { name: "show-health", paths: ["/health"], access: {} },
];

export const timers: readonly Timer[] = [{ name: "advance-signup", access: { signup: ["get", "update"] } }];

export type Route = { name: string; method: string; path: string };

export const routes: readonly Route[] = [
  ...operations.flatMap((op) => methodsOf(op).map((method) => ({ name: op.name, method, path: op.path }))),
  ...pages.flatMap(({ name, paths }) =>
    paths.flatMap((path) => methodsOf({ method: "GET" }).map((method) => ({ name, method, path }))),
  ),
];

/** The methods that `path` answers; empty when there is nothing there. Segments in braces match any one segment. */
export function allowedMethods(path: string): string[] {
  const segments = path.split("/");
  const matches = (template: string) => {
    const parts = template.split("/");
    return (
      parts.length === segments.length &&
      parts.every((part, i) => (part.startsWith("{") ? segments[i] !== "" : part === segments[i]))
    );
  };
  return [...new Set(routes.filter((route) => matches(route.path)).map((route) => route.method))];
}
