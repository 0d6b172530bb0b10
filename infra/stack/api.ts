import { Duration, Lazy, RemovalPolicy, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnIntegration,
  CfnRoute,
  CorsHttpMethod,
  type DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { methodsOf, type Operation, type PageRecord, pathCovers } from "../../shared/contract/operation.ts";
import { ownDomain } from "./domain.ts";
import { constructId, type FunctionRecord, type Functions } from "./operation-function.ts";

type ApiProps = {
  functions: Functions;
  /** Whether the access log outlives the stack. */
  keep: boolean;
  operations: readonly Operation[];
  pages: readonly PageRecord[];
  unknownRoute: FunctionRecord;
};

/**
 * The HTTP API: each operation's routes lead to the operation's own function, and all that matches nothing to the
 * one that answers 404 and 405 in our own words. No gateway authorizer: its 401 body cannot be ours.
 */
export class Api extends Construct {
  readonly url: string;
  readonly http: HttpApi;
  readonly domain: DomainName | undefined;
  readonly accessLogs: LogGroup;
  readonly #invoked: IFunction[] = [];
  readonly #role: Role;

  constructor(scope: Construct, id: string, { functions, keep, operations, pages, unknownRoute }: ApiProps) {
    super(scope, id);
    this.domain = ownDomain(this);
    // With a domain too, the endpoint of its own stays open: links in mails and answers that were given before lead there.
    this.http = new HttpApi(this, "Http", {
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: ["*"],
        allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.HEAD, CorsHttpMethod.POST],
        allowHeaders: ["content-type", "if-none-match", ...MCP_HEADERS],
        exposeHeaders: ["x-request-id", "retry-after", "etag"],
        maxAge: Duration.days(1),
      },
    });
    this.url = this.domain ? `https://${this.domain.name}` : this.http.apiEndpoint;
    this.accessLogs = this.#addStage(keep);
    this.#role = this.#invokerRole();

    const routed: (readonly [FunctionRecord, readonly string[]])[] = [
      ...operations.map((operation) => [operation, [`${operation.method} ${operation.path}`]] as const),
      ...pages.map((page) => [page, page.routes] as const),
    ];
    const all = routed.flatMap(([, routes]) => routes);
    for (const [record, routes] of routed) this.#route(functions.add(record), record.name, routes, all);
    this.#route(functions.add(unknownRoute), unknownRoute.name, ["$default"], []);
  }

  #route(target: LambdaFunction, name: string, routes: readonly string[], all: readonly string[]): void {
    this.#invoked.push(target);
    const read = routes.filter((route) => route.startsWith("GET ")).map(pathOf);
    if (read.length > 0) target.addEnvironment("ALLOWED_METHODS", JSON.stringify(methodsByPath(read, all)));
    const integration = new CfnIntegration(this, `${constructId(name)}Integration`, {
      apiId: this.http.apiId,
      integrationType: "AWS_PROXY",
      integrationUri: target.functionArn,
      payloadFormatVersion: "2.0",
      credentialsArn: this.#role.roleArn,
    });
    for (const routeKey of routes.map(routeKeyOf)) {
      const route = new CfnRoute(this, `Route ${routeKey}`.replaceAll("/", ":"), {
        apiId: this.http.apiId,
        routeKey,
        target: `integrations/${integration.ref}`,
        authorizationType: "NONE",
      });
      Validations.of(route).acknowledge({
        id: "AwsSolutions-APIG4",
        reason:
          "The Agent API and its pages are open by contract; limits per address are counted by the functions.",
      });
    }
  }

  /** Far above our own limits, so that a caller meets our 429 and not the gateway's. */
  #addStage(keep: boolean): LogGroup {
    const accessLogs = new LogGroup(this, "AccessLogs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    new HttpStage(this, "Stage", {
      httpApi: this.http,
      stageName: "$default",
      autoDeploy: true,
      ...(this.domain && { domainMapping: { domainName: this.domain } }),
      throttle: { rateLimit: 2_000, burstLimit: 1_000 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    return accessLogs;
  }

  /** One role for the gateway to invoke all the functions, in place of a permission for each route. */
  #invokerRole(): Role {
    const invoked = this.#invoked;
    return new Role(this, "InvokerRole", {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ["lambda:InvokeFunction"],
              resources: Lazy.list({ produce: () => invoked.map(({ functionArn }) => functionArn) }),
            }),
          ],
        }),
      },
    });
  }
}

const pathOf = (route: string) => route.split(" ")[1] ?? "";

/**
 * `GET` does not match HEAD, and a route more for each would be one in four of the template's resources. So what is read takes any
 * method that has no route of its own, and the function refuses those that the contract does not list.
 */
const routeKeyOf = (route: string): string => (route.startsWith("GET ") ? `ANY ${pathOf(route)}` : route);

/**
 * What `paths` answer, and what the paths without parameters do that they cover: `/payments/payout` is a `/payments/{id}` too, so the
 * gateway leads there whatever that path has no route for.
 */
function methodsByPath(paths: readonly string[], all: readonly string[]): Record<string, string[]> {
  const methodsOfThose = (isMeant: (path: string) => boolean) => [
    ...new Set(
      all.filter((route) => isMeant(pathOf(route))).flatMap((route) => methodsOf(route.split(" ")[0] ?? "")),
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

/** What browsers' MCP clients send, of every revision. Who may call from a page is for the function to say. */
const MCP_HEADERS = [
  ...["accept", "authorization", "last-event-id"],
  ...["mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id"],
];

/** The route's key and never the path or the query: those hold ids, and people's figures. */
const ACCESS_LOG = {
  requestId: "$context.requestId",
  routeKey: "$context.routeKey",
  status: "$context.status",
  latency: "$context.responseLatency",
  integrationLatency: "$context.integrationLatency",
  integrationError: "$context.integrationErrorMessage",
  responseLength: "$context.responseLength",
};
