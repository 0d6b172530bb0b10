import { text } from "node:stream/consumers";
import type { Template } from "../base/template.ts";
import type { EventSources } from "../event-sources/event-sources.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Lambda } from "../lambda/lambda.ts";
import { replyHeaders } from "../platform/aws-endpoint.ts";
import { type ControlRoutes, sendJson, type Visit } from "./routes.ts";

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json | string; error?: string };
type Call = {
  method: string;
  what: string;
  body: Json;
  action: string | null;
  parameters: Record<string, string>;
};
export type OperatorParts = {
  template: () => Template;
  lambda: Lambda;
  sources: EventSources;
  gateway: Gateway;
};

const ok = (body: Json | string = {}): Answer => ({ status: 200, body });
const refused = (error: string, message: string, status = 400): Answer => ({
  status,
  error,
  body: { __type: error, message, Message: message },
});
const notFound = (what: string) => refused("ResourceNotFoundException", `${what} was not found`, 404);
const unknown = ({ what }: Call) =>
  refused("UnknownOperationException", `The local cloud does not answer ${what}`);

/** The calls of AWS that `ops` makes. They check no permission. */
export function operatorRoutes({ template, lambda, sources, gateway }: OperatorParts): ControlRoutes {
  const listed = call((request) =>
    request.action === "ListStackResources" ? ok(resourcesOf(template())) : unknown(request),
  );
  return {
    "POST /_local/aws": listed,
    "POST /_local/aws/": listed,
    "ANY /_local/aws/{call+}": call(unknown),
    "ANY /_local/aws/v2/apis/{stage+}": call(({ method, body: { stageVariables = {} } }) => {
      if (method === "PATCH")
        gateway.stageVariables = { ...gateway.stageVariables, ...(stageVariables as object) };
      return ok({ stageName: "$default", stageVariables: gateway.stageVariables });
    }),
    "ANY /_local/aws/2015-03-31/event-source-mappings/{id}": call(
      ({ method, parameters: { id = "" }, body: { Enabled } }) => {
        if (method === "PUT") sources.enable(id, Enabled !== false);
        const mapping = sources.list().find(({ UUID }) => UUID === id);
        return mapping ? ok(mapping) : notFound(`The event source mapping ${id}`);
      },
    ),
    "ANY /_local/aws/{version}/functions/{name}/concurrency": call((request) => concurrency(lambda, request)),
    "POST /_local/aws/2015-03-31/functions/{name}/invocations": (visit) => invoke(lambda, visit),
  };
}

/** A page of another origin cannot send the authorization header. */
const call = (perform: (call: Call) => Answer) => async (visit: Visit) => {
  const { request, response, url, parameters } = visit;
  if (!request.headers.authorization) return sendJson(response, 404, { message: "A call of AWS is signed." });
  const sent = await text(request);
  const isForm = String(request.headers["content-type"]).startsWith("application/x-www-form-urlencoded");
  const action = isForm ? new URLSearchParams(sent).get("Action") : null;
  const method = `${request.method}`;
  const { status, body, error } = perform({
    method,
    parameters,
    action,
    what: `${method} ${url.pathname.slice("/_local/aws".length)} ${action ?? ""}`.trim(),
    body: isForm || sent === "" ? {} : (JSON.parse(sent) as Json),
  });
  const headers = { ...replyHeaders(), ...(error && { "x-amzn-errortype": error }) };
  return typeof body === "string"
    ? response.writeHead(status, { ...headers, "content-type": "text/xml" }).end(body)
    : response.writeHead(status, headers).end(status === 204 ? undefined : JSON.stringify(body));
};

/** A template has no nested stacks here, so each resource is in the one stack. */
function resourcesOf(template: Template): string {
  const listed = template
    .physicalIds()
    .map(
      ([type, logical, physical]) =>
        `<member><LogicalResourceId>${logical}</LogicalResourceId><PhysicalResourceId>${physical}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>UPDATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>`,
    );
  return `<ListStackResourcesResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><ListStackResourcesResult><StackResourceSummaries>${listed.join("")}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`;
}

function concurrency(lambda: Lambda, { method, parameters, body }: Call): Answer {
  const name = decodeURIComponent(parameters.name ?? "");
  const named = lambda.find(name);
  if (!named) return notFound(`The function ${name}`);
  const { changed } = lambda.concurrency;
  if (method === "DELETE") {
    changed.delete(named.name);
    return { status: 204, body: {} };
  }
  if (method === "PUT") changed.set(named.name, Number(body.ReservedConcurrentExecutions));
  const ReservedConcurrentExecutions = changed.get(named.name);
  return ok(ReservedConcurrentExecutions === undefined ? {} : { ReservedConcurrentExecutions });
}

async function invoke(lambda: Lambda, { request, response, parameters: { name = "" } }: Visit) {
  const target = request.headers.authorization ? lambda.named(name) : undefined;
  if (!target)
    return response
      .writeHead(404, { "x-amzn-errortype": "ResourceNotFoundException" })
      .end(`{"Message":"Function not found: ${name}"}`);
  const outcome = await target.invoke(await text(request));
  if (outcome.ok) return response.writeHead(200).end(outcome.payload);
  return response.writeHead(200, { "x-amz-function-error": "Unhandled" }).end(JSON.stringify(outcome));
}
