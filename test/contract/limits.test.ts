import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json } from "../../infra/local/test/support/http.ts";
import { Problem } from "../../shared/contract/errors.ts";
import { readRequest } from "../../shared/http/serve/request.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";
import { sampleOf, valuesNear } from "../support/contract/boundaries.ts";
import {
  agentDocument,
  bodySchema,
  describedOperations,
  follow,
  platformDocument,
} from "../support/contract/openapi.ts";

/** Divisions by 0.01 are not exact. */
const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 7 });
formats.default(ajv);
ajv.addSchema(agentDocument, "agent").addSchema(platformDocument, "platform");

/** Whether the document allows a value. */
const allowedBy = (document: Json, schema: Json): ((value: Json) => boolean) =>
  ajv.compile(
    JSON.parse(
      JSON.stringify(schema).replaceAll('"#/', `"${document === agentDocument ? "agent" : "platform"}#/`),
    ),
  );

/** Why the service refuses a request. Undefined: it does not. */
function problemOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Rules that no schema can say. Each is in the field's description. */
const IN_WORDS =
  /valid check digit|range |valid dates|at least one field|two capital letters|a ZIP code|URL in|64 characters before/;
/**
 * Limits that depend on the account or on DNS, and of each payout of a batch. The handler keeps them, as a
 * journey shows.
 */
const BY_HANDLER =
  /^(create-payout amount|create-payout-batch payouts|connect-platform redirect_url|(create|update)-webhook url)$/;

type Asked = {
  title: string;
  values: Json[];
  allows: (value: Json) => boolean;
  read: (value: Json) => unknown;
};

/** The values about which document and service disagree. */
const disagreements = ({ title, values, allows, read }: Asked) =>
  values.flatMap((value) => {
    const refused = problemOf(() => read(value));
    const isAllowed = allows(value);
    const isInWords = isAllowed ? IN_WORDS.test(refused ?? "") : BY_HANDLER.test(title);
    if (isAllowed === (refused === undefined) || isInWords) return [];
    return [
      `${JSON.stringify(value).slice(0, 120)}: ${isAllowed ? refused : "only the document refuses it"}`,
    ];
  });

const bodies = describedOperations.flatMap(([name, op, , document]) => {
  if (!op.body) return [];
  const written = bodySchema(document, `${op.method.toLowerCase()} ${op.path}`);
  const choices: Json[] = written.oneOf?.map((choice: Json) => follow(document, choice)) ?? [written];
  return choices.flatMap((schema) => {
    const fields = Object.keys(schema.properties);
    const given = Object.entries(op.bodyExample ?? {}).filter(([field]) => fields.includes(field));
    const base = { ...sampleOf(document, schema), ...Object.fromEntries(given) };
    return fields.map((field) => [`${name} ${field}`, op, field, { document, schema, base }] as const);
  });
});

test("the limits of at least 60 fields are compared", () => {
  expect(bodies.length).toBeGreaterThan(60);
});

describe("a limit of a body is in the document, and the service keeps it:", () => {
  test.each(bodies)("%s", (title, op, field, { document, schema, base }) => {
    const allows = allowedBy(document, schema);
    const headers = { "content-type": "application/json" };
    const read = (body: Json) =>
      readRequest(
        { ...op, params: undefined } as never,
        gatewayEvent(op.method, { body: JSON.stringify(body), headers }),
      );
    expect([base, allows(base), problemOf(() => read(base))]).toEqual([base, true, undefined]);
    const each = schema.properties[field];
    const near = valuesNear(document, each, base[field] ?? sampleOf(document, each));
    const { [field]: _, ...without } = base;
    const values = [...near.map((value) => ({ ...base, [field]: value })), without, { ...base, colour: 1 }];
    expect(disagreements({ title, values, allows, read })).toEqual([]);
  });
});

const parameters = describedOperations.flatMap(([name, op, operation, document]) => {
  const all: Json[] = (operation.parameters ?? []).map((each: Json) => follow(document, each));
  const inQuery = all.filter((each) => each.in === "query");
  return inQuery.map((each) => [`${name} ${each.name}`, op, each, { inQuery, document }] as const);
});

describe("a limit of a query is in the document, and the service keeps it:", () => {
  test.each(parameters)("%s", (title, op, { name, schema }, { inQuery, document }) => {
    const required = inQuery.filter((each) => each.required);
    const base = Object.fromEntries(required.map((each) => [each.name, sampleOf(document, each.schema)]));
    const pairsOf = ([key, value]: [string, Json]): string[][] =>
      typeof value === "object"
        ? Object.entries<string>(value).map(([pair, text]) => [`${key}[${pair}]`, text])
        : [[key, String(value)]];
    const read = (value: Json) => {
      const pairs = Object.entries({ ...base, [name]: value }).flatMap(pairsOf);
      const query = new URLSearchParams(pairs as [string, string][]).toString();
      return readRequest({ ...op, params: undefined } as never, gatewayEvent("GET", { query }));
    };
    const kind = schema.type === "integer" ? "number" : schema.type;
    const isWritable = (value: Json) =>
      typeof value === kind &&
      (kind !== "object" || Object.values(value ?? {}).some((each) => each === `${each}`));
    const values = valuesNear(document, schema, sampleOf(document, schema)).filter(isWritable);
    expect(disagreements({ title, values, allows: allowedBy(document, schema), read })).toEqual([]);
  });
});
