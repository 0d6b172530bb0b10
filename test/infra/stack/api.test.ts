import { expect, test } from "@jest/globals";
import { operations, routes } from "../../../shared/contract/service.ts";
import { idOf, idsOfType, ofType, resources } from "./template.ts";

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

test("the access log holds no path, query, address or secret", () => {
  expect(stage.AccessLogSettings.Format).not.toMatch(
    /\$context\.(path|identity|requestOverride)|sourceIp|queryString/,
  );
});

test("the access log's group has a name that the account's policy of deliveries covers, and no other stack", () => {
  const group = resources[stage.AccessLogSettings.DestinationArn["Fn::GetAtt"][0]].Properties;
  const [start, { Ref: api }] = group.LogGroupName["Fn::Join"][1];
  expect([start, resources[api].Type]).toEqual(["/aws/vendedlogs/apis/", "AWS::ApiGatewayV2::Api"]);
});

test("exactly the routes without a key have a throttle of their own", () => {
  const keyed = new Set([
    ...operations.filter(({ scope }) => scope !== undefined).map(({ name }) => name),
    "serve-company-mcp",
  ]);
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
  // Companies' MCP counts the addresses of those who have no key yet.
  expect(limited.sort()).toEqual([...open, idOf("ServeCompanyMcp")].sort());
});

test("the stage is made after the routes that its settings name", () => {
  const [id = ""] = idsOfType("AWS::ApiGatewayV2::Stage");
  const earlier = resources[id].DependsOn.map((each: string) => resources[each].Properties.RouteKey);
  expect(earlier).toEqual(expect.arrayContaining(Object.keys(stage.RouteSettings)));
});
