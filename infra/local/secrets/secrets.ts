import { randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import { ACCOUNT, type Properties, REGION, type Template } from "../base/template.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import type { Engine } from "../platform/engine.ts";
import { replaceFile } from "../storage/guarded-writer.ts";

type Json = Record<string, unknown>;
type Secret = { name: string; value: string; createdAt: string; previous?: string };
type Generate = { PasswordLength?: number; ExcludePunctuation?: boolean };

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
    replaceFile(this.#file, JSON.stringify([...secrets]));
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
        if (operation === "PutSecretValue") {
          this.#write(secrets.set(arn, { ...secret, value: String(SecretString), previous: secret.value }));
          return { status: 200, body: versionOf(arn, secret) };
        }
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

const versionOf = (ARN: string, { name }: Secret): Json => ({
  ARN,
  Name: name,
  VersionId: "00000000-0000-4000-8000-000000000000",
  VersionStages: ["AWSCURRENT"],
});

const answerOf = (arn: string, secret: Secret): Json => ({
  ...versionOf(arn, secret),
  SecretString: secret.value,
  CreatedDate: Date.parse(secret.createdAt) / 1000,
});

function newValue({ SecretString, GenerateSecretString }: Properties): string {
  return SecretString === undefined
    ? generatePassword((GenerateSecretString ?? {}) as Generate)
    : String(SecretString);
}

const KINDS = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];
const PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/** As in Secrets Manager: at least one character of each kind. */
function generatePassword({ PasswordLength = 32, ExcludePunctuation = false, ...other }: Generate): string {
  const [unknown] = Object.keys(other);
  if (unknown !== undefined)
    throw new StartupFailure(`The local cloud cannot generate a secret with ${unknown}.`);
  const kinds = ExcludePunctuation ? KINDS : [...KINDS, PUNCTUATION];
  if (PasswordLength < kinds.length)
    throw new StartupFailure(`The local cloud cannot generate a secret of ${PasswordLength} characters.`);
  for (;;) {
    const secret = kinds.join("");
    const password = Array.from({ length: PasswordLength }, () => secret[randomInt(secret.length)]).join("");
    if (kinds.every((kind) => [...kind].some((character) => password.includes(character)))) return password;
  }
}

const failure = (type: string, message: string) => ({
  status: 400,
  body: { __type: type, message, Message: message },
});
