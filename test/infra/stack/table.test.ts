import { expect, test } from "@jest/globals";
import { actionsOf, statements } from "./template.ts";

test("a role's table actions are limited to key prefixes and to named indexes", () => {
  const table = statements().filter((statement) =>
    actionsOf(statement).some((action) => /^dynamodb:.*Item$|Query/.test(action)),
  );
  expect(table.length).toBeGreaterThan(0);
  for (const { Condition, Resource } of table) {
    const prefixes: string[] = Condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];
    for (const prefix of prefixes) expect(prefix).toMatch(/^[A-Z_]+#\*$/);
    expect(JSON.stringify(Resource)).not.toContain("*");
  }
});
