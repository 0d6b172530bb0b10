import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { EventType } from "../../shared/domain/event/event-type.ts";
import {
  agentDocument,
  describedOperations,
  eachObject,
  follow,
  platformDocument,
  usedBy,
  validatorOf,
} from "../support/contract/openapi.ts";

const both: [name: string, document: Json][] = [
  ["Agent API", agentDocument],
  ["Platform API", platformDocument],
];

/** Code generators and assistants read the document whole. */
const MAX_BYTES = 320 * 1024;

describe.each(both)("the document of the %s", (_, document) => {
  test("every field has a description", () => {
    const without: string[] = [];
    eachObject(document, ({ properties }, at) => {
      for (const [name, schema] of Object.entries<Json>(properties)) {
        if (!schema.description && !follow(document, schema).description) without.push(`${at}.${name}`);
      }
    });
    expect(without).toEqual([]);
  });

  test("every parameter and header has a description", () => {
    const { parameters, headers } = document.components;
    const used = Object.values<Json>(document.paths)
      .flatMap(Object.values<Json>)
      .flatMap((operation) => operation.parameters ?? []);
    for (const described of [...used, ...Object.values<Json>(parameters), ...Object.values<Json>(headers)])
      expect(follow(document, described).description).toMatch(/[.;`]$/);
  });

  test("it has at most 320 KB", () => {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(MAX_BYTES);
  });
});

/** The parts of a schema that a later release could not extend. */
function closedParts(part: Json): string[] {
  const open: string[] = [];
  eachObject({ part }, ({ properties, additionalProperties }, at) => {
    // A generator refuses unknown fields where the document does not allow them by name.
    if (!/(LaterField|OtherField)$/.test(additionalProperties?.$ref)) open.push(`${at} is closed`);
    for (const [name, { enum: values, const: only, items }] of Object.entries<Json>(properties)) {
      if (values || items?.enum) open.push(`${at}.${name} is an enum`);
      // The type of an object or event chooses the schema.
      if (typeof only === "string" && name !== "object" && name !== "type")
        open.push(`${at}.${name} is fixed`);
    }
  });
  return open;
}

test.each(describedOperations)("the replies of %s are open", (_, __, operation, of) => {
  const used = [...usedBy(of, operation.responses).values()];
  expect(used.flatMap(closedParts)).toEqual([]);
  expect(used.length).toBeGreaterThan(0);
});

test("events are open", () => {
  const used = [...usedBy(platformDocument, platformDocument.webhooks).values()];
  expect(used.flatMap(closedParts)).toEqual([]);
});

test.each(describedOperations)("%s has named replies and a named request", (_, op, operation, of) => {
  const parts: Json[] = [operation.requestBody, ...Object.values<Json>(operation.responses)];
  const contents = parts.map((part) => follow(of, part)?.content?.["application/json"]).filter(Boolean);
  for (const { schema } of contents)
    expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) });
  expect(contents.length).toBeGreaterThan(op.body ? 1 : 0);
});

test("today's values of a status are listed as extensible", () => {
  const { status, failure_code } = platformDocument.components.schemas.Payment.properties;
  expect(status["x-extensible-enum"]).toContain("completed");
  expect(failure_code).toMatchObject({ type: ["string", "null"] });
  expect(failure_code["x-extensible-enum"]).toContain("account_closed");
});

test("a refused form post is documented as a page", () => {
  const { responses } = agentDocument.paths["/api/waitlist"].post;
  for (const status of [400, 403, 413, 415, 429, "5XX"]) {
    const { content } = follow(agentDocument, responses[status]);
    expect(content["text/html"].schema.type).toBe("string");
  }
});

test("the example of each test helper has the status that it causes", () => {
  const statusOf = (transition: string) => {
    const { post } = platformDocument.paths[`/v1/test_helpers/payments/{id}/${transition}`];
    const { schema, example } = post.responses[200].content["application/json"];
    return (example ?? follow(platformDocument, schema).examples[0]).status;
  };
  expect(["complete", "fail", "refund"].map(statusOf)).toEqual(["completed", "failed", "refunded"]);
});

const { webhooks } = platformDocument;

test.each(EventType.options)("%s has typed data, signature headers and an example", (type) => {
  const { parameters, requestBody } = webhooks[type].post;
  const headers = parameters.map((parameter: Json) => follow(platformDocument, parameter).name);
  expect(headers).toEqual(["x-service-signature", "webhook-id", "webhook-timestamp", "webhook-signature"]);
  const { schema } = requestBody.content["application/json"];
  const envelope = follow(platformDocument, schema);
  // An operation has an example of a payout. The catalogue has one of each event.
  const event = { id: "evt_1", type, created_at: "2026-11-21T09:31:00Z", data: catalogue[type].example };
  const [example] = envelope.examples ?? [event];
  expect(envelope.properties.type.const).toBe(type);
  const data = follow(platformDocument, envelope.properties.data);
  expect(Object.keys(data.properties).length).toBeGreaterThan(0);
  const validate = validatorOf(schema, platformDocument);
  expect([validate(example), validate.errors]).toEqual([true, null]);
  expect(validate({ ...example, data: {} })).toBe(false);
});

test("the data of an event in a list stay an open object", () => {
  const { data } = platformDocument.components.schemas.Event.properties;
  expect(data).toMatchObject({ type: "object", additionalProperties: {} });
  expect(data).not.toHaveProperty("properties");
});
