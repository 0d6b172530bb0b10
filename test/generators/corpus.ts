import type { Json } from "../../infra/local/test/support/http.ts";
import { apiOf, type Operation } from "../../shared/contract/operation.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { agentDocument, describedOperations, follow, platformDocument } from "../support/contract/openapi.ts";

/** A body that the service sends, and the component that describes it. */
export type Sent = { operation: string; api: "agent" | "platform"; schema: string; body: Json };

export type Api = Sent["api"];
export const apis: readonly Api[] = ["agent", "platform"];
export const documents: Record<Api, Json> = { agent: agentDocument, platform: platformDocument };

const jsonOf = (reply: Json) => reply.content?.["application/json"] ?? {};
const componentOf = (schema: Json): string => schema.$ref.replace(/^.*\//, "");

/** The examples of an operation's replies and errors. Other tests compare them with their schemas. */
function repliesOf(op: Operation, { responses }: Json, document: Json): Sent[] {
  const sentAs = (schema: Json, body: Json): Sent => ({
    operation: op.name,
    api: apiOf(op),
    schema: componentOf(schema),
    body,
  });
  const replies = Object.values(op.replies).map(({ status, example }) =>
    sentAs(jsonOf(follow(document, responses[status])).schema, example),
  );
  const errors = Object.values<Json>(responses).flatMap((response) => {
    const { schema, examples = {} } = jsonOf(follow(document, response));
    return Object.values(examples).map((example) => sentAs(schema, follow(document, example).value));
  });
  return [...replies, ...errors];
}

const events: Sent[] = Object.entries(catalogue).map(([type, { example: data }]) => ({
  operation: `event ${type}`,
  api: "platform",
  schema: componentOf(jsonOf(platformDocument.webhooks[type].post.requestBody).schema),
  body: { id: "evt_01kadzcv7w6x5y4t3s2r1q0p9n", type, created_at: "2026-11-21T09:30:00.000Z", data },
}));

const examples = [
  ...describedOperations.flatMap(([, op, operation, document]) => repliesOf(op, operation, document)),
  ...events,
];

/** Operations share errors, so each body is here once. */
export const sent: readonly Sent[] = [
  ...new Map(examples.map((each) => [each.schema + JSON.stringify(each.body), each])).values(),
];

/**
 * The body as a later release may send it: a new field in every object, and a new value wherever the document
 * lists values that may be extended.
 */
export function laterBody({ api, schema, body }: Sent): Json {
  return later(documents[api], { $ref: `#/components/schemas/${schema}` }, body);
}

function later(document: Json, schema: Json, value: Json): Json {
  const { anyOf, items, properties, additionalProperties, ...rest } = follow(document, schema);
  if (rest["x-extensible-enum"]) return "of_a_later_release";
  if (value === null) return value;
  if (anyOf)
    return later(
      document,
      anyOf.find(({ type }: Json) => type !== "null"),
      value,
    );
  if (Array.isArray(value)) return value.map((entry) => later(document, items ?? {}, entry)) as Json;
  if (typeof value !== "object" || !(properties || additionalProperties)) return value;
  const known = Object.entries<Json>(value).map(([name, entry]) => [
    name,
    later(document, properties?.[name] ?? {}, entry),
  ]);
  const isMap = !properties;
  return { ...Object.fromEntries(known), ...(!isMap && { of_a_later_release: { is: ["unknown", 1] } }) };
}
