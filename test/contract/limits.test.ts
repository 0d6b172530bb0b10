import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json } from "../../infra/local/test/support/http.ts";
import {
  acceptedOf,
  allowedByZod,
  BY_HANDLER,
  bodyCases,
  type LimitCase,
  problemOf,
  queryCases,
  toolCases,
} from "../support/contract/limit-cases.ts";
import { agentDocument, platformDocument } from "../support/contract/openapi.ts";

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(agentDocument, "agent").addSchema(platformDocument, "platform");

/** Whether the document allows a value. */
const allowedBy = ({ document, schema }: LimitCase): ((value: Json) => boolean) =>
  ajv.compile(
    JSON.parse(
      JSON.stringify(schema).replaceAll('"#/', `"${document === agentDocument ? "agent" : "platform"}#/`),
    ),
  );

/** Rules that no schema can say. Each is in the field's description. */
const IN_WORDS = /valid check digit|range |valid dates|URL in|64 characters before|decimal places/;
/** The values about which document and service disagree, or that only zod refuses. */
function disagreements(limit: LimitCase): string[] {
  const allows = allowedBy(limit);
  const zodAllows = allowedByZod(limit);
  return limit.values.flatMap((value) => {
    const refused = problemOf(() => limit.read(value));
    const isAllowed = allows(value);
    const isInWords = isAllowed ? IN_WORDS.test(refused ?? "") : BY_HANDLER.test(limit.title);
    const text = JSON.stringify(value).slice(0, 120);
    if (isAllowed === (refused === undefined))
      return isAllowed && !zodAllows(value) && !BY_HANDLER.test(limit.title)
        ? [`${text}: only zod refuses it`]
        : [];
    if (isInWords) return [];
    return [`${text}: ${isAllowed ? refused : "only the document refuses it"}`];
  });
}

const titled = (cases: LimitCase[]) => cases.map((each) => [each.title, each] as const);

test("the limits of at least 60 fields are compared", () => expect(bodyCases.length).toBeGreaterThan(60));

test.each(titled(bodyCases))(
  "a limit of a body is in the document, and the service keeps it: %s",
  (_, limit) => {
    const [base] = limit.values;
    expect([base, allowedBy(limit)(base), problemOf(() => limit.read(base))]).toEqual([
      base,
      true,
      undefined,
    ]);
    expect(disagreements(limit)).toEqual([]);
  },
);

test.each(titled(queryCases))(
  "a limit of a query is in the document, and the service keeps it: %s",
  (_, limit) => expect(disagreements(limit)).toEqual([]),
);

test.each(titled(toolCases))("AJV and zod allow all arguments that the service accepts: %s", (_, limit) => {
  const ajvAllows = allowedBy(limit);
  const zodAllows = allowedByZod(limit);
  const refused = acceptedOf(limit).filter((value) => !ajvAllows(value) || !zodAllows(value));
  expect(refused).toEqual([]);
});
