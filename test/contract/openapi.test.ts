import { expect, test } from "@jest/globals";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import type { ZodMiniObject } from "zod/mini";
import type { Json } from "../../infra/local/test/support/http.ts";
import { agentApi } from "../../shared/contract/agent-api.ts";
import { errors } from "../../shared/contract/errors.ts";
import { errorsOf, type Operation, operationId } from "../../shared/contract/operation.ts";
import { platformApi } from "../../shared/contract/platform-api.ts";
import { sandboxSource } from "../../shared/domain/earnings/sandbox-earnings.ts";
import { maxAmountOf } from "../../shared/domain/payout/payout-request.ts";
import {
  bodySchema,
  describedOperations as described,
  agentDocument as document,
  follow,
  platformDocument as platform,
  replyOf,
  validatorOf,
} from "../support/contract/openapi.ts";

test("the Agent API document passes redocly's strictest rules", async () => {
  expect(await lint(document)).toEqual([]);
});

test("the Platform API document passes them, and all its operations but itself need a key", async () => {
  expect(await lint(platform)).toEqual([]);
  expect(platform.info).toMatchObject({ title: "Platform API", version: "1.0.0" });
  expect(platform.security).toEqual([{ bearer: [] }]);
  const open = Object.values<Json>(platform.paths)
    .flatMap(Object.values<Json>)
    .filter((op) => op.security);
  expect(open.map((op: Json) => op.operationId)).toEqual(["getPlatformOpenapi"]);
});

test.each(described)("%s describes each of its replies and errors", (_, op, operation, of) => {
  expect(operation.operationId).toBe(operationId(op.name));
  const statuses = [
    ...Object.values(op.replies).map(({ status }) => status),
    ...errorsOf(op).map((code) => errors[code][0]),
  ];
  for (const status of statuses) expect(replyOf(of, operation, status)).toBeDefined();
  for (const code of errorsOf(op)) {
    const { content } = replyOf(of, operation, errors[code][0]);
    const example = follow(of, content["application/json"].examples[code]);
    expect(example.value.error).toMatchObject({ code, type: errors[code][1] });
  }
});

test.each(described)("%s describes the gateway's own 429 and 503", (_, __, operation, of) => {
  for (const status of [429, 503]) {
    const { description, content } = replyOf(of, operation, status);
    expect(description).toContain("The gateway may also");
    expect(content["application/json"].schema.$ref).toBe("#/components/schemas/Error");
  }
});

test.each(described)("the examples of %s match its schemas", (_, op, operation, of) => {
  const parts = [operation.requestBody, ...Object.values<Json>(operation.responses)];
  const ofRecord = Object.values(op.replies).map(({ status, example }) => ({
    schema: operation.responses[status].content["application/json"].schema,
    value: example as Json,
  }));
  const bodies = parts.flatMap((part) =>
    Object.values<Json>(follow(of, part)?.content ?? {}).flatMap(({ schema, example, examples = {} }) =>
      [
        example,
        ...Object.values<Json>(examples).map((shared) => follow(of, shared).value),
        ...(follow(of, schema).examples ?? []),
      ]
        .filter((value) => value !== undefined)
        .map((value) => ({ schema, value })),
    ),
  );
  expect(bodies.length).toBeGreaterThan(operation.requestBody ? 2 : 1);
  for (const { schema, value } of [...bodies, ...ofRecord]) {
    const validate = validatorOf(schema, of);
    expect([validate(value), validate.errors]).toEqual([true, null]);
  }
});

test("the payout amount has the maximum of each kind of account", () => {
  const { amount } = bodySchema(platform, "post /v1/payments/payout").properties;
  expect(amount).toMatchObject({ type: "integer", minimum: 100, maximum: maxAmountOf("live", "growth") });
  for (const most of [
    maxAmountOf("test", "sandbox"),
    maxAmountOf("live", "starter"),
    maxAmountOf("live", "growth"),
  ])
    expect(amount.description).toContain(most.toLocaleString("en-US"));
});

test("the secret, and no other field, is documented as omitted by an idempotent replay", () => {
  const hasSecret = ({ replies }: Operation) =>
    Object.values(replies).some(({ schema }) => "secret" in ((schema as ZodMiniObject).shape ?? {}));
  const saysSo = platformApi.filter((op) => {
    const { parameters = [] } = platform.paths[op.path][op.method.toLowerCase()];
    const key = parameters
      .map((parameter: Json) => follow(platform, parameter))
      .find(({ name }: Json) => name === "Idempotency-Key");
    return /the original response again \(without the `secret`\)/.test(key?.description);
  });
  expect(saysSo.map(({ name }) => name)).toEqual(["create-webhook", "rotate-webhook-secret"]);
  expect(platformApi.filter(hasSecret)).toEqual(saysSo);
});

test("the connect operation names every sandbox gig platform", () => {
  const { description } = bodySchema(platform, "post /v1/earnings/{driver_id}/connect").properties.platform;
  for (const slug of Object.keys(sandboxSource.platforms)) expect(description).toContain(`\`${slug}\``);
});

test("the tags are the operations' sections in reading order", () => {
  const sections = document.tags.map(({ name }: Json) => name);
  expect([...new Set(agentApi.map(({ tag }) => tag))]).toEqual(sections);
});

/** `batches` is no payout's id, and the two paths have different methods. So are `proposals`. */
const TOLD_APART = /`\/v1\/payments\/\{id\}\/cancel` and `\/v1\/payments\/(?:batch|proposal)e?s\/\{id\}`/;

async function lint(source: Json) {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: JSON.stringify(source), config });
  return problems
    .filter(({ message }) => !TOLD_APART.test(message))
    .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}
