import { jsonIn } from "../base/json.ts";
import type { Template } from "../base/template.ts";
import type { WatchedMetrics } from "../platform/metrics.ts";

type Request = {
  routeKey: string;
  /** The gateway's message, if it could not invoke the function or got no reply. */
  integrationError: string;
  /** How long the function took, in ms. `-`: none ran. */
  integrationLatency: string;
  answered(status: number, bytes: number): void;
};
export type AccessLog = (requestId: string) => Request;

/** For metric filters, and the gateway's own metrics. As on AWS, a value that it does not have is `-`. */
export function accessLogOf(template: Template, metrics: WatchedMetrics): AccessLog {
  const [ApiId = ""] = template.ids("AWS::ApiGatewayV2::Api");
  const [stage] = template.ofType("AWS::ApiGatewayV2::Stage");
  const settings = stage?.properties.AccessLogSettings as
    | { Format: string; DestinationArn: string }
    | undefined;
  const group = settings?.DestinationArn.split(":log-group:")[1]?.replace(/:\*$/, "") ?? "";
  return (requestId) => {
    const startedAt = performance.now();
    const at = Date.now();
    const request: Request = {
      routeKey: "-",
      integrationError: "-",
      integrationLatency: "-",
      answered(status, bytes) {
        const latency = Math.round(performance.now() - startedAt);
        const counted = {
          Count: 1,
          "4xx": Number(status >= 400 && status < 500),
          "5xx": Number(status >= 500),
        };
        metrics.of("AWS/ApiGateway", { ApiId }, { ...counted, Latency: latency }, at);
        const { routeKey, integrationError: integrationErrorMessage, integrationLatency } = request;
        const context = {
          requestId,
          routeKey,
          status,
          responseLatency: latency,
          responseLength: bytes,
          integrationErrorMessage,
          integrationLatency,
        };
        if (!settings || !metrics.receives(group)) return;
        metrics.line(group, lineOf(settings.Format, context));
      },
    };
    return request;
  };
}

/** Another format than JSON has no fields to filter. */
function lineOf(format: string, context: Record<string, unknown>): Record<string, unknown> {
  const filled = format.replace(/\$context\.([\w.]+)/g, (_, name: string) => String(context[name] ?? "-"));
  return (jsonIn(filled) ?? {}) as Record<string, unknown>;
}
