import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { endClouds, newFolder } from "../support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

/** Returns the secret that its event names, or the name of the refusal. */
const READER = `import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
const client = new SecretsManagerClient({ maxAttempts: 1 });
const ids = { ...process.env, unknown: "arn:aws:secretsmanager:us-east-1:000000000000:secret:none-000000" };
export const handler = ({ which }) =>
  client.send(new GetSecretValueCommand({ SecretId: ids[which] }))
    .then(({ SecretString, ARN, Name }) => ({ SecretString, ARN, Name }), ({ name }) => ({ refused: name }));`;

const assembly = fixtureAssembly(({ stack, add }) => {
  const words = new Secret(stack, "Words", {
    secretName: "words",
    generateSecretString: { passwordLength: 40, excludePunctuation: true, excludeCharacters: "abcABC" },
  });
  const keys = new Secret(stack, "Keys", {
    generateSecretString: { secretStringTemplate: '{"kid":"k1"}', generateStringKey: "key" },
  });
  const others = new Secret(stack, "Others", {});
  const environment = { WORDS: words.secretArn, KEYS: keys.secretArn, OTHERS: others.secretArn };
  const reader = add("Reader", READER, environment);
  words.grantRead(reader);
  keys.grantRead(reader);
});

const read = (cloud: LocalCloud, which: string) => cloud.invoke("reader", { which });
afterEach(endClouds);
afterAll(removeFixtures);

describe("secrets", () => {
  test("a secret is generated once as the template says, in a file that only the user can read", async () => {
    const dataDir = newFolder();
    const first = await startLocalCloud({ assembly, dataDir });
    const words = await read(first, "WORDS");
    const keys = await read(first, "KEYS");
    expect(words).toMatchObject({ Name: "words", ARN: expect.stringMatching(/:secret:words-\w{6}$/) });
    expect(words.SecretString).toMatch(/^[a-zA-Z0-9]{40}$/);
    expect(words.SecretString).not.toMatch(/[abcABC]/);
    for (const kind of [/[d-z]/, /[D-Z]/, /[0-9]/]) expect(words.SecretString).toMatch(kind);
    expect(JSON.parse(keys.SecretString)).toEqual({ kid: "k1", key: expect.stringMatching(/^.{32}$/) });
    expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
    await first.end("SIGKILL");

    const second = await startLocalCloud({ assembly, dataDir });
    expect([await read(second, "WORDS"), await read(second, "KEYS")]).toEqual([words, keys]);
    await second.end();

    const third = await startLocalCloud({ assembly, dataDir, args: ["--reset"] });
    expect((await read(third, "WORDS")).SecretString).not.toBe(words.SecretString);
  });
});
