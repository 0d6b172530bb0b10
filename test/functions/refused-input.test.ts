import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ZodMiniObject, ZodMiniType } from "zod/mini";
import { errors } from "../../shared/contract/errors.ts";
import { operations } from "../../shared/contract/service.ts";
import { PARSING, refusedInput } from "../../shared/http/serve/refused-input.ts";

const bodies = operations.flatMap(({ name, body, query }) =>
  (body ?? query) ? [[name, (body ?? query) as ZodMiniType] as const] : [],
);

describe("the error for an invalid input", () => {
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
});
