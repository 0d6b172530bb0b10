import { expect, test } from "@jest/globals";
import { operations, routes } from "../../../shared/contract/service.ts";
import { idsOfType, nameOf, ofType, resources } from "./template.ts";

const gatewayRoutes = ofType("AWS::ApiGatewayV2::Route");
const [stage] = ofType("AWS::ApiGatewayV2::Stage");

/** The construct of the function that a route leads to. */
function functionOf({ Target }: (typeof gatewayRoutes)[number]): string {
  const integration = resources[Target["Fn::Join"][1][1].Ref];
  return integration.Properties.IntegrationUri["Fn::GetAtt"][0];
}

/** The routes of the contract, without posts that reach their function by its route for any method. */
const ownRoutes = routes.filter(
  ({ name, method, path }) =>
    method !== "HEAD" &&
    !(
      method === "POST" &&
      routes.some((other) => other.name === name && other.path === path && other.method === "GET")
    ),
);

test("the gateway has the contract's routes, with any method where the contract reads, and a default", () => {
  const expected = ownRoutes.map(({ method, path }) => `${method === "GET" ? "ANY" : method} ${path}`);
  const keys = gatewayRoutes.map(({ RouteKey }) => RouteKey);
  expect(keys.sort()).toEqual([...expected, "$default"].sort());
});

test("a route leads to the function of the operation or page that has it, every other path to one function", () => {
  for (const route of gatewayRoutes) {
    const key = route.RouteKey.replace("ANY ", "GET ");
    const owner = routes.find(({ method, path }) => `${method} ${path}` === key)?.name ?? "unknown-route";
    expect(nameOf(functionOf(route)).toLowerCase()).toBe(owner.replaceAll("-", ""));
  }
});

/** As the gateway matches: a parameter is one segment of any text. */
const isMatch = (path: string, literal: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(literal);

test("a function knows the methods of each path that leads to it for any method, and no other function does", () => {
  const literals = new Set(routes.map(({ path }) => path).filter((path) => !path.includes("{")));
  const methodsAt = (isWanted: (path: string) => boolean) =>
    [...new Set(routes.filter(({ path }) => isWanted(path)).map(({ method }) => method))].sort();

  for (const id of idsOfType("AWS::Lambda::Function")) {
    const read = gatewayRoutes
      .filter((route) => functionOf(route) === id && route.RouteKey.startsWith("ANY "))
      .map(({ RouteKey }) => RouteKey.replace("ANY ", ""));
    // `/payments/payout` matches `/payments/{id}` too: the gateway sends it there for all but its own
    // methods.
    const covered = [...literals].filter((literal) =>
      read.some((path) => path !== literal && isMatch(path, literal)),
    );
    const expected = {
      ...Object.fromEntries(read.map((path) => [path, methodsAt((other) => other === path)])),
      ...Object.fromEntries(covered.map((path) => [path, methodsAt((other) => isMatch(other, path))])),
    };
    const known: Record<string, string[]> = JSON.parse(
      resources[id].Properties.Environment.Variables.ALLOWED_METHODS ?? "{}",
    );
    for (const methods of Object.values(known)) methods.sort();
    expect([id, known]).toEqual([id, expected]);
  }
});

test("the access log holds no path, query, address or secret", () => {
  expect(stage.AccessLogSettings.Format).not.toMatch(
    /\$context\.(path|identity|requestOverride)|sourceIp|queryString/,
  );
});

test("exactly the routes without a key have a throttle of their own", () => {
  const keyed = new Set(operations.filter(({ scope }) => scope !== undefined).map(({ name }) => name));
  const open = ownRoutes.filter(({ name }) => !keyed.has(name));
  const keys = open.map(({ method, path }) => `${method === "GET" ? "ANY" : method} ${path}`);
  expect(Object.keys(stage.RouteSettings).sort()).toEqual([...keys, "$default"].sort());
});

test("exactly the functions of these routes limit the requests of an address", () => {
  const open = new Set(
    gatewayRoutes.filter(({ RouteKey }) => RouteKey in stage.RouteSettings).map((route) => functionOf(route)),
  );
  const limited = idsOfType("AWS::Lambda::Function").filter(
    (id) => "OPEN_REQUESTS_PER_MINUTE" in resources[id].Properties.Environment.Variables,
  );
  expect(limited.sort()).toEqual([...open].sort());
});

test("the stage is made after the routes that its settings name", () => {
  const [id = ""] = idsOfType("AWS::ApiGatewayV2::Stage");
  const earlier = resources[id].DependsOn.map((each: string) => resources[each].Properties.RouteKey);
  expect(earlier.sort()).toEqual(Object.keys(stage.RouteSettings).sort());
});
