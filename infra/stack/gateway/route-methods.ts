import { methodsOf, pathCovers } from "../../../shared/contract/operation.ts";

export const pathOf = (route: string) => route.split(" ")[1] ?? "";

/**
 * A HEAD route for each `GET` route would cost too many resources. So a readable path has a route for any
 * method, and its function answers 405 to others. It also takes the posts of its pages'
 * forms.
 */
export const routeKeyOf = (route: string): string =>
  route.startsWith("GET ") ? `ANY ${pathOf(route)}` : route;

/**
 * Of `paths`, and of the literal paths that match one: the gateway sends a method without a route for
 * `/payments/payout` to the function of `/payments/{id}`.
 */
export function methodsByPath(paths: readonly string[], routes: readonly string[]): Record<string, string[]> {
  const methodsOfThose = (isWanted: (path: string) => boolean) => [
    ...new Set(
      routes
        .filter((route) => isWanted(pathOf(route)))
        .flatMap((route) => methodsOf(route.split(" ")[0] ?? "")),
    ),
  ];
  const covered = routes
    .map(pathOf)
    .filter(
      (other) => !other.includes("{") && paths.some((path) => path !== other && pathCovers(path, other)),
    );
  return Object.fromEntries([
    ...paths.map((path) => [path, methodsOfThose((each) => each === path)]),
    ...covered.map((path) => [path, methodsOfThose((each) => pathCovers(each, path))]),
  ]);
}
