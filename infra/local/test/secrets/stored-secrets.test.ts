import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Template } from "../../base/template.ts";
import { Secrets } from "../../secrets/secrets.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import { inFolder } from "../support/in-folder.ts";

const before = fixtureAssembly(({ stack }) => void new Secret(stack, "Old", { secretName: "old" }));
const after = fixtureAssembly(({ stack }) => {
  new Secret(stack, "Old", { secretName: "old" });
  new Secret(stack, "New", { secretName: "new" });
});
afterAll(removeFixtures);

test.each([
  ["the same secrets", before, ["old"]],
  ["a further secret", after, ["old", "new"]],
])("a changed template with %s leaves the value that a developer rotated", (_, next, names) =>
  inFolder(async (dir) => {
    const file = join(dir, "secrets.json");
    const stored = (): [string, { name: string; value: string }][] => JSON.parse(readFileSync(file, "utf8"));
    const secrets = new Secrets(dir);
    secrets.create(new Template(before));
    const [[arn, secret] = ["", undefined]] = stored();
    writeFileSync(file, JSON.stringify([[arn, { ...secret, value: `rotated,${secret?.value}` }]]));

    secrets.create(new Template(next));
    expect(stored().map(([, { name }]) => name)).toEqual(names);
    const { body } = await secrets.service().perform("GetSecretValue", { SecretId: "old" });
    expect(body).toMatchObject({ SecretString: `rotated,${secret?.value}` });
  }),
);
