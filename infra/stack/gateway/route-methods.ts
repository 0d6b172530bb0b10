import { methodsOf, pathCovers } from "../../../shared/contract/operation.ts";

export const pathOf = (route: string) => route.split(" ")[1] ?? "";

/**
 * A `GET` route does not match HEAD, and a HEAD route for each would cost too many of the template's
 * resources. So a path that can be read has a route for any method, and its function answers 405 to those
 * that the contract does not list (`infra/stack/decisions/0005-reads-have-a-route-for-any-method.md`). It
 * also takes the posts of a function that answers the forms of its own pages.
 */
export const routeKeyOf = (route: string): string =>
  route.startsWith("GET ") ? `ANY ${pathOf(route)}` : route;

/**
 * The methods of `paths`, and of the literal paths that match one of them. `/payments/payout` matches
 * `/payments/{id}` too, so the gateway sends every method without a route for `/payments/payout` to the
 * function of `/payments/{id}`.
 */
export function methodsByPath(paths: readonly string[], all: readonly string[]): Record<string, string[]> {
  const methodsOfThose = (isWanted: (path: string) => boolean) => [
    ...new Set(
      all.filter((route) => isWanted(pathOf(route))).flatMap((route) => methodsOf(route.split(" ")[0] ?? "")),
    ),
  ];
  const covered = all
    .map(pathOf)
    .filter(
      (other) => !other.includes("{") && paths.some((path) => path !== other && pathCovers(path, other)),
    );
  return Object.fromEntries([
    ...paths.map((path) => [path, methodsOfThose((each) => each === path)]),
    ...covered.map((path) => [path, methodsOfThose((each) => pathCovers(each, path))]),
  ]);
}
