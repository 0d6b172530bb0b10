import { describe, expect, test } from "@jest/globals";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { agentApi, agentDescription } from "../../shared/contract/agent-api.ts";
import { errors } from "../../shared/contract/errors.ts";
import { openapi } from "../../shared/contract/openapi.ts";
import { errorsOf, operationId } from "../../shared/contract/operation.ts";
import type { Json } from "../support/cloud.ts";

const baseUrl = "https://api.example.com";
const document: Json = openapi(agentApi, agentDescription, baseUrl);

const described = agentApi.map(
  (op) => [op.name, op, document.paths[op.path][op.method.toLowerCase()]] as const,
);

describe("the OpenAPI document", () => {
  test("passes redocly's strictest rules", async () => {
    expect(await lint(document)).toEqual([]);
  });

  test("is the Agent API, version 1.0.0, with the seven operations of the interface", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ title: "Agent API", version: "1.0.0" });
    expect(described.map(([, , { operationId: id }]) => id)).toEqual([
      "startSignup",
      "getSignupStatus",
      "getProductInfo",
      "checkRothEligibility",
      "registerPartner",
      "joinWaitlist",
      "getAgentOpenapi",
    ]);
  });

  test.each(described)("%s describes every reply and every error it can give", (_, op, operation) => {
    expect(operation.operationId).toBe(operationId(op.name));
    const statuses = [
      ...Object.values(op.replies).map(({ status }) => status),
      ...errorsOf(op).map((code) => errors[code][0]),
    ];
    for (const status of statuses) expect(operation.responses).toHaveProperty(String(status));
    for (const code of errorsOf(op)) {
      const { content } = operation.responses[errors[code][0]];
      expect(content["application/json"].examples[code].value.error).toMatchObject({
        code,
        type: errors[code][1],
      });
    }
  });

  test.each(described)("%s gives examples that its own schemas accept", (_, __, operation) => {
    const bodies = [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap((part) =>
      Object.values<Json>(part?.content ?? {}).flatMap(({ schema, example, examples }) =>
        [example, ...Object.values<Json>(examples ?? {}).map(({ value }) => value)]
          .filter((value) => value !== undefined)
          .map((value) => ({ schema, value })),
      ),
    );
    for (const { schema, value } of bodies) {
      const validate = validator(schema);
      expect([validate(value), validate.errors]).toEqual([true, null]);
    }
  });

  test("a typing error in a field is no valid body: the published schemas are closed", () => {
    const { schema } = document.paths["/api/agent/signups"].post.requestBody.content["application/json"];
    expect(validator(schema)({ email: "ana@example.com", sanbox: true })).toBe(false);
  });

  test("magi is published as the number that the interface says it is", () => {
    const [, magi] = document.paths["/api/agent/eligibility"].get.parameters;
    expect(magi).toMatchObject({
      name: "magi",
      in: "query",
      required: true,
      schema: { type: "number", minimum: 0 },
    });
  });

  test("tells every operation's section, in the order that a person reads them", () => {
    const sections = document.tags.map(({ name }: Json) => name);
    expect([...new Set(agentApi.map(({ tag }) => tag))]).toEqual(sections);
  });

  test("describes another API as well, with its own keys and headers on every reply", async () => {
    const other: Json = openapi(
      agentApi,
      {
        ...agentDescription,
        title: "Another API",
        securitySchemes: { key: { type: "http", scheme: "bearer" } },
        headers: { "x-quota": { description: "What is left.", schema: { type: "integer" } } },
      },
      baseUrl,
    );
    expect(await lint(other)).toEqual([]);
    expect([other.info.title, other.security]).toEqual(["Another API", [{ key: [] }]]);
    for (const { responses } of Object.values<Json>(other.paths).flatMap((path) =>
      Object.values<Json>(path),
    )) {
      for (const reply of Object.values<Json>(responses)) expect(reply.headers).toHaveProperty("x-quota");
    }
  });

  test("the status is an open enumeration, so that a new state breaks no generated client", () => {
    expect(document.components.schemas.SignupStatus.properties.status).not.toHaveProperty("enum");
  });
});

async function lint(source: Json) {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: JSON.stringify(source), config });
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}

function validator(schema: Json) {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, "document");
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
}
