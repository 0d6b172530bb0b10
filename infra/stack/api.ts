import { Lazy, Stack, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnIntegration,
  CfnRoute,
  type CfnStage,
  type DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { throttleOf } from "../../shared/contract/open-routes.ts";
import { isOpenWrite, type Operation, type PageRecord } from "../../shared/contract/operation.ts";
import { allow } from "./access/allow.ts";
import { customDomain } from "./domain.ts";
import {
  constructId,
  type Extra,
  type FunctionRecord,
  type Functions,
  logsOf,
} from "./operation-function.ts";
import { methodsByPath, pathOf, routeKeyOf } from "./gateway/route-methods.ts";
import { stageSettingsOf } from "./settings/stage-settings.ts";

type ApiProps = {
  functions: Functions;
  keep: boolean;
  operations: readonly Operation[];
  pages: readonly PageRecord[];
  unknownRoute: FunctionRecord;
  extras: Readonly<Record<string, Extra>>;
};

/** `$default` answers 404 and 405 in our envelope. No gateway authorizer: the body of its 401 is fixed. */
export class Api extends Construct {
  readonly url: string;
  readonly http: HttpApi;
  readonly domain: DomainName | undefined;
  readonly accessLogs: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { functions, keep, operations, pages, unknownRoute, extras }: ApiProps,
  ) {
    super(scope, id);
    this.domain = customDomain(this);
    // No CORS setting, which would reply to all preflights alike. The gateway's own address stays open.
    this.http = new HttpApi(this, "Http", { createDefaultStage: false });
    this.url = this.domain ? `https://${this.domain.name}` : this.http.apiEndpoint;
    // In an account with many APIs, the policy of deliveries has no room for the name of another group.
    this.accessLogs = logsOf(this, "AccessLogs", keep, `/aws/vendedlogs/apis/${this.http.apiId}`);
    const stage = this.#addStage();

    const routed: (readonly [FunctionRecord, readonly string[]])[] = [
      ...operations.map((operation) => [operation, [`${operation.method} ${operation.path}`]] as const),
      ...pages.map((page) => [page, page.routes] as const),
    ];
    const allRoutes = routed.flatMap(([, routes]) => routes);
    const origins = { WRITE_ORIGINS: JSON.stringify(stageSettingsOf(this).writeOrigins) };
    const keyed = new Set<FunctionRecord>([
      ...operations.filter(({ scope }) => scope !== undefined),
      ...pages.filter(({ needsKey }) => needsKey),
    ]);
    const openWrites = new Set<FunctionRecord>(operations.filter(isOpenWrite));
    for (const [record, routes] of routed) {
      const more = extras[record.name] ?? {};
      const isAnonymous = !keyed.has(record);
      const extra = openWrites.has(record) ? { environment: origins } : {};
      const target = functions.add(record, { ...more, ...extra, isAnonymous });
      const added = this.#route(target, record.name, routes, allRoutes);
      if (isAnonymous) this.#throttle(stage, record, added);
    }
    const target = functions.add(unknownRoute, { isAnonymous: true });
    this.#throttle(stage, unknownRoute, this.#route(target, unknownRoute.name, ["$default"], []));
  }

  /** Beside the function, so that a noun grows in its own stack. */
  #route(
    target: LambdaFunction,
    name: string,
    routes: readonly string[],
    everyRoute: readonly string[],
  ): CfnRoute[] {
    const read = routes.filter((route) => route.startsWith("GET ")).map(pathOf);
    if (read.length > 0)
      target.addEnvironment("ALLOWED_METHODS", JSON.stringify(methodsByPath(read, everyRoute)));
    const stack = Stack.of(target);
    const integration = new CfnIntegration(stack, `${constructId(name)}Integration`, {
      apiId: this.http.apiId,
      integrationType: "AWS_PROXY",
      integrationUri: target.functionArn,
      payloadFormatVersion: "2.0",
      credentialsArn: invokerOf(stack).invoking(target),
    });
    const isRead = (path: string) => routes.includes(`GET ${path}`);
    const ownRoutes = routes.filter((route) => route.startsWith("GET ") || !isRead(pathOf(route)));
    return ownRoutes.map(routeKeyOf).map((routeKey) => {
      const route = new CfnRoute(stack, `Route ${routeKey}`.replaceAll("/", ":"), {
        apiId: this.http.apiId,
        routeKey,
        target: `integrations/${integration.ref}`,
        authorizationType: "NONE",
      });
      Validations.of(route).acknowledge({
        id: "AwsSolutions-APIG4",
        reason:
          "The Agent API and the pages are open by contract. The functions check API keys and count the limits per address.",
      });
      return route;
    });
  }

  /** At most half of the stage's, which leaves room for keys. The routes come first. */
  #throttle(stage: CfnStage, record: FunctionRecord, routes: readonly CfnRoute[]): void {
    const { rate, burst } = throttleOf(record, stageSettingsOf(this).openFactor);
    const throttle = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst };
    const settings = Object.fromEntries(routes.map(({ routeKey }) => [routeKey, throttle]));
    stage.routeSettings = { ...stage.routeSettings, ...settings };
    for (const route of routes) stage.addResourceDependency(route);
  }

  /** The throttles are far above our own limits, so that a caller gets our 429 and not the gateway's. */
  #addStage(): CfnStage {
    const { requestsPerSecond: rateLimit } = stageSettingsOf(this);
    const stage = new HttpStage(this, "Stage", {
      httpApi: this.http,
      stageName: "$default",
      autoDeploy: true,
      ...(this.domain && { domainMapping: { domainName: this.domain } }),
      throttle: { rateLimit, burstLimit: rateLimit / 2 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    return stage.node.defaultChild as CfnStage;
  }
}

const INVOKER = "InvokerRole";

/** A role for each stack. One for all would refer to the routes of the others, and they to it. */
const invokerOf = (stack: Stack): InvokerRole =>
  (stack.node.tryFindChild(INVOKER) as InvokerRole | undefined) ?? new InvokerRole(stack, INVOKER);

class InvokerRole extends Role {
  readonly #invoked: IFunction[];

  constructor(scope: Construct, id: string) {
    const invoked: IFunction[] = [];
    const arns = Lazy.list({ produce: () => invoked.map(({ functionArn }) => functionArn) });
    const invoke = new PolicyDocument({ statements: [allow(["lambda:InvokeFunction"], arns)] });
    super(scope, id, {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      inlinePolicies: { invoke },
    });
    this.#invoked = invoked;
  }

  invoking(target: IFunction): string {
    this.#invoked.push(target);
    return this.roleArn;
  }
}

/** The route's key, never the path or the query: those contain ids and personal figures. */
const ACCESS_LOG = {
  requestId: "$context.requestId",
  routeKey: "$context.routeKey",
  status: "$context.status",
  latency: "$context.responseLatency",
  integrationLatency: "$context.integrationLatency",
  integrationError: "$context.integrationErrorMessage",
  responseLength: "$context.responseLength",
};
