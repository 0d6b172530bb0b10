import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ZodMiniObject, ZodMiniType } from "zod/mini";
import { errors } from "../../shared/contract/errors.ts";
import { operations } from "../../shared/contract/service.ts";
import { PARSING, refusedInput } from "../../shared/http/serve/refused-input.ts";
import { readArguments, readRequest } from "../../shared/http/serve/request.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

const bodies = operations.flatMap(({ name, body, query }) =>
  (body ?? query) ? [[name, (body ?? query) as ZodMiniType] as const] : [],
);

test.each(bodies)("%s names the fault without repeating any value", (_, schema) => {
  // A value that no message contains by chance.
  const secret = fc.stringMatching(/^[a-z]{4}$/).map((tail) => `zq${tail}`);
  const value = fc.oneof(
    secret,
    fc.array(secret),
    fc.dictionary(fc.constantFrom("name", "client"), secret),
    fc.integer(),
    fc.constant(null),
  );
  const fields = fc.dictionary(
    fc.constantFrom(...Object.keys((schema as ZodMiniObject).shape), "nonsense"),
    value,
  );
  fc.assert(
    fc.property(fields, (input) => {
      const result = schema.safeParse(input, PARSING);
      if (result.success) return;
      const problem = refusedInput(result.error);
      expect(problem.message).not.toMatch(/zq[a-z]{4}/);
      const status = problem.code === "resource_missing" ? 404 : 400;
      expect(errors[problem.code].slice(0, 2)).toEqual([status, "invalid_request_error"]);
      // Only a rule of the whole body has no field to name.
      if (problem.param === null) expect(problem.message).toMatch(/^The body must be /);
      else expect(problem.param).toMatch(/^[a-z_0-9]+/);
      if (problem.code.startsWith("parameter_")) expect(problem.message).toContain(problem.param ?? "");
      expect(problem.message).not.toMatch(/undefined|Invalid input|\[object/);
    }),
    { numRuns: 100 },
  );
});

const ask = (name: string, query: string) => () =>
  readRequest(
    operations.find((op) => op.name === name) as (typeof operations)[number],
    gatewayEvent("GET", { query }),
  );
const messageOf = (read: () => unknown): string => {
  try {
    read();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("an error names all mistakes of a request", () => {
  test("of a query, and the name that was meant", () => {
    expect(messageOf(ask("check-roth-eligibility", "agi=5&filing_status=alone&colour=1"))).toBe(
      "This operation does not take `agi`. Did you mean `magi`? This operation does not take `colour`. Remove it. Known names: `filing_status`, `magi`. `filing_status` must be one of `single`, `head_of_household`, `married_joint`, `married_separate`. `magi` is required.",
    );
  });

  test("of a body with parts, each once", () => {
    const { body } = operations.find(({ name }) => name === "start-signup") as { body: ZodMiniType };
    const { error } = body.safeParse({ email: "a", agent: { clint: "x" }, platforms: ["A", 1] }, PARSING);
    const problem = refusedInput(error as NonNullable<typeof error>, body);
    expect([problem.code, problem.param]).toEqual(["parameter_unknown", "agent.clint"]);
    expect(problem.message).toMatch(
      /Did you mean `client`\? `email` must be .* `platforms\[1\]` must be text\.$/,
    );
  });

  test("but of many at most ten, with the number of the others", () => {
    const body = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, 1]));
    const message = messageOf(() => readArguments(operations[0] as (typeof operations)[number], body));
    expect(message).toMatch(/29991 more of its values are not valid\.$/);
    expect(message.length).toBeLessThan(2_500);
  });

  test("and for a negative income what is allowed", () => {
    const message = messageOf(ask("check-roth-eligibility", "filing_status=single&magi=-1"));
    expect(message).toContain("0 or more");
  });
});
