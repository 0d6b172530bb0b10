import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Secrets } from "../secrets/secrets.ts";
import { inFolder } from "./support/in-folder.ts";
import { templateOf } from "./support/template-of.ts";

const secret = (Name: string, GenerateSecretString = {}) => ({
  Type: "AWS::SecretsManager::Secret",
  Properties: { Name, GenerateSecretString },
});
const plain = { PasswordLength: 40, ExcludePunctuation: true };
const before = templateOf({ Old: secret("old", plain) });
const after = templateOf({ Old: secret("old", plain), New: secret("new") });

test.each([
  ["the same secrets", before, ["old"]],
  ["a further secret", after, ["old", "new"]],
])("a changed template with %s leaves the value that a developer rotated", (_, next, names) =>
  inFolder(async (dir) => {
    const file = join(dir, "secrets.json");
    const stored = (): [string, { name: string; value: string }][] => JSON.parse(readFileSync(file, "utf8"));
    new Secrets(dir).create(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [[arn, created] = ["", undefined]] = stored();
    for (const form of [/^[a-zA-Z0-9]{40}$/, /[a-z]/, /[A-Z]/, /[0-9]/]) expect(created?.value).toMatch(form);
    writeFileSync(file, JSON.stringify([[arn, { ...created, value: "rotated" }]]));

    const secrets = new Secrets(dir);
    secrets.create(next);
    expect(stored().map(([, { name }]) => name)).toEqual(names);
    const value = (SecretId: string) => secrets.service().perform("GetSecretValue", { SecretId });
    expect((await value("old")).body).toMatchObject({ SecretString: "rotated", Name: "old", ARN: arn });
    expect((await value("none")).body.__type).toBe("ResourceNotFoundException");
  }),
);

test("the reply to a new value has no secret, as on AWS", () =>
  inFolder(async (dir) => {
    const secrets = new Secrets(dir);
    secrets.create(before);
    const call = (operation: string, more = {}) =>
      secrets.service().perform(operation, { SecretId: "old", ...more });
    const { body } = await call("PutSecretValue", { SecretString: "rotated" });
    expect(Object.keys(body)).toEqual(["ARN", "Name", "VersionId", "VersionStages"]);
    expect((await call("GetSecretValue")).body).toMatchObject({ SecretString: "rotated" });
  }));

test.each([
  [{ PasswordLength: 3 }, "a secret of 3 characters"],
  [{ ExcludeCharacters: "l" }, "a secret with ExcludeCharacters"],
])("a secret with %j fails the start", (generate, what) =>
  inFolder((dir) => {
    const create = () => new Secrets(dir).create(templateOf({ Mine: secret("mine", generate) }));
    expect(create).toThrow(`cannot generate ${what}`);
  }),
);
