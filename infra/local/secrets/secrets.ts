import { randomInt } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACCOUNT, type Properties, REGION, type Template } from "../base/template.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import type { Engine } from "../platform/engine.ts";

type Json = Record<string, unknown>;
type Secret = { name: string; value: string; createdAt: string; previous?: string };
type Generate = {
  PasswordLength?: number;
  ExcludeCharacters?: string;
  ExcludeLowercase?: boolean;
  ExcludeUppercase?: boolean;
  ExcludeNumbers?: boolean;
  ExcludePunctuation?: boolean;
  IncludeSpace?: boolean;
  RequireEachIncludedType?: boolean;
  SecretStringTemplate?: string;
  GenerateStringKey?: string;
};

export class Secrets implements Engine {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, "secrets.json");
  }

  /** By ARN. Each call reads the file: a developer rotates a secret by writing a new value into it. */
  #read = (): Map<string, Secret> =>
    new Map(existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, "utf8")) : []);

  /** Secrets of an earlier run keep their values. */
  create(template: Template): void {
    const secrets = this.#read();
    const stored = secrets.size;
    for (const { id, properties } of template.ofType("AWS::SecretsManager::Secret")) {
      const name = String(properties.Name ?? id);
      const arn = `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${name}-000000`;
      template.provide(id, { ref: arn, Id: arn });
      if (secrets.has(arn)) continue;
      secrets.set(arn, { name, value: newValue(properties), createdAt: new Date().toISOString() });
    }
    if (secrets.size > stored) this.#write(secrets);
  }

  #write(secrets: Map<string, Secret>): void {
    writeFileSync(`${this.#file}.new`, JSON.stringify([...secrets]), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  service(): Service {
    return {
      target: "secretsmanager",
      iamPrefix: "secretsmanager",
      iamChecks: (operation, { SecretId }) => [
        { action: `secretsmanager:${operation}`, resource: this.#arnOf(String(SecretId)) },
      ],
      perform: async (operation, { SecretId, SecretString, VersionStage, ...password }) => {
        if (operation === "GetRandomPassword")
          return { status: 200, body: { RandomPassword: generatePassword(password) } };
        const arn = this.#arnOf(String(SecretId));
        const secrets = this.#read();
        const secret = secrets.get(arn);
        if (!["GetSecretValue", "PutSecretValue"].includes(operation))
          return failure("UnknownOperationException", `The local cloud does not implement ${operation}`);
        if (!secret)
          return failure("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
        if (operation === "PutSecretValue")
          this.#write(secrets.set(arn, { ...secret, value: String(SecretString), previous: secret.value }));
        const { previous = "" } = secret;
        return {
          status: 200,
          body: answerOf(arn, VersionStage === "AWSPREVIOUS" ? { ...secret, value: previous } : secret),
        };
      },
    };
  }

  #arnOf(secretId: string): string {
    const named = [...this.#read()].find(([, { name }]) => name === secretId);
    return named ? named[0] : secretId;
  }
}

const answerOf = (ARN: string, { name, value, createdAt }: Secret): Json => ({
  ARN,
  Name: name,
  SecretString: value,
  VersionId: "00000000-0000-4000-8000-000000000000",
  VersionStages: ["AWSCURRENT"],
  CreatedDate: Date.parse(createdAt) / 1000,
});

function newValue({ SecretString, GenerateSecretString }: Properties): string {
  if (SecretString !== undefined) return String(SecretString);
  const generate = (GenerateSecretString ?? {}) as Generate;
  const password = generatePassword(generate);
  const { SecretStringTemplate, GenerateStringKey = "" } = generate;
  if (SecretStringTemplate === undefined) return password;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: password });
}

/** As in Secrets Manager: at least one character of each kind, unless the template switches that off. */
function generatePassword(generate: Generate): string {
  const { PasswordLength = 32, ExcludeCharacters = "", RequireEachIncludedType = true } = generate;
  const kinds = [
    generate.ExcludeLowercase ? "" : "abcdefghijklmnopqrstuvwxyz",
    generate.ExcludeUppercase ? "" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    generate.ExcludeNumbers ? "" : "0123456789",
    generate.ExcludePunctuation ? "" : "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    generate.IncludeSpace ? " " : "",
  ]
    .map((kind) => [...kind].filter((character) => !ExcludeCharacters.includes(character)))
    .filter((kind) => kind.length > 0);
  const pick = (from: string[]) => from[randomInt(from.length)] as string;
  for (;;) {
    const password = Array.from({ length: PasswordLength }, () => pick(kinds.flat())).join("");
    const hasEach = kinds.every((kind) => kind.some((character) => password.includes(character)));
    if (hasEach || !RequireEachIncludedType || kinds.length > PasswordLength) return password;
  }
}

const failure = (type: string, message: string) => ({
  status: 400,
  body: { __type: type, message, Message: message },
});
