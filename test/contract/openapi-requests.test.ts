import { expect, test } from "@jest/globals";
import type * as z from "zod/mini";
import type { Json } from "../../infra/local/test/support/http.ts";
import { errors } from "../../shared/contract/errors.ts";
import { errorsOf } from "../../shared/contract/operation.ts";
import {
  bodySchema,
  describedOperations,
  follow,
  platformDocument,
  replyOf,
  validatorOf,
} from "../support/contract/openapi.ts";

function choicesOf(document: Json, schema: Json): Json[] {
  return schema.oneOf?.map((choice: Json) => follow(document, choice)) ?? [schema];
}

/** Every text of a body, query or path: its name, and its schema in the document. */
const texts = describedOperations.flatMap(([name, op, operation, of]) => {
  const body = op.body ? bodySchema(of, `${op.method.toLowerCase()} ${op.path}`) : {};
  const published: Json = Object.assign({}, ...choicesOf(of, body).map(({ properties }) => properties));
  for (const parameter of operation.parameters ?? []) {
    const { name, schema } = follow(of, parameter);
    published[name] = schema;
  }
  const fields = { ...op.params?.shape, ...op.query?.shape, ...op.body?.shape };
  return Object.entries<Json>(published)
    .filter(([field, { type }]) => type === "string" && field in fields)
    .map(([field, schema]) => [`${name} ${field}`, schema] as const);
});

test("a bank account is a token or three numbers", () => {
  const schema = bodySchema(platformDocument, "post /v1/drivers/{id}/bank-accounts");
  const validate = validatorOf(schema, platformDocument);
  const numbers = { routing_number: "021000021", account_number: "0123", account_type: "checking" };
  expect(validate({ plaid_token: "public-sandbox-1" })).toBe(true);
  expect(validate(numbers)).toBe(true);
  expect(validate({ ...numbers, plaid_token: "public-sandbox-1" })).toBe(false);
  expect(validate({ routing_number: "021000021" })).toBe(false);
  expect(validate({})).toBe(false);
});

test("every text that a caller sends has a pattern, a format or a list of values", () => {
  const loose = texts.filter(([, { pattern, format, enum: values }]) => !pattern && !format && !values);
  expect(loose.map(([name]) => name)).toEqual([]);
});

test.each(
  describedOperations.filter(([, { method }]) => method === "PATCH").map(([name, op]) => [name, op] as const),
)("%s clears by null what its reply shows as null", (_, { body, replies }) => {
  const takesNull = (schema: z.ZodMiniType | undefined) => schema?.safeParse(null).success === true;
  const shown = (replies as Json).updated.schema.shape;
  const optional = Object.entries(body?.shape ?? {}).filter(([name]) => takesNull(shown[name]));
  expect(optional.filter(([, field]) => !takesNull(field as z.ZodMiniType))).toEqual([]);
});

const cases = describedOperations.flatMap(([name, op, operation, of]) =>
  errorsOf(op).map((code) => {
    const reply = replyOf(of, operation, errors[code][0]);
    const { value } = follow(of, reply.content["application/json"].examples[code]);
    return [`${name}: ${code}`, op, code, value.error.param as string | null] as const;
  }),
);
const fieldsOf = ({ params, query, body }: (typeof cases)[number][1]) =>
  Object.keys({ ...params?.shape, ...query?.shape, ...body?.shape });
/** Operations share an example, so it names a parameter of one of them. */
const fields = new Set(cases.flatMap(([, op]) => fieldsOf(op)));

test.each(cases.filter(([, , code]) => code === "parameter_unknown"))(
  "%s blames a name that the operation does not have",
  (_, op, __, param) => {
    expect(fieldsOf(op)).not.toContain(param);
    expect(param).not.toBeNull();
  },
);

test.each(cases.filter(([, , code]) => code !== "parameter_unknown"))(
  "%s blames a parameter of an operation or none",
  (_, __, code, param) => {
    const about = /^(parameter|amount|currency|url|event_type|partner|resource|idempotency)_/;
    if (about.test(code)) expect(param).not.toBeNull();
    if (param !== null) expect([...fields, "Idempotency-Key"]).toContain(param.replace(/\[\d+\]$/, ""));
  },
);

test("parameter_missing is documented only where a field is required", () => {
  const documented = cases.filter(([, , code]) => code === "parameter_missing").map(([name]) => name);
  expect(documented).toContain("create-payout: parameter_missing");
  expect(documented).toContain("add-bank-account: parameter_missing");
  for (const name of ["list-payouts", "list-drivers", "get-earnings", "rotate-webhook-secret"])
    expect(documented).not.toContain(`${name}: parameter_missing`);
});
