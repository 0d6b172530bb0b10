import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { type SecretName, secretNames, secretVariable } from "../../shared/domain/secret.ts";
import { stageKeyOf, keyStatements } from "./customer-key.ts";

const secrets: Record<SecretName, { id: string; notRotated: string }> = {
  signing: {
    id: "SigningKey",
    notRotated:
      "An operator rotates it (infra/RUNBOOK.md, Rotate a secret). An older value must stay beside the new one for 30 days: stored hashes of requests name it.",
  },
  identity: {
    id: "IdentityKey",
    notRotated:
      "An operator rotates it (infra/RUNBOOK.md, Rotate a secret). What it seals is valid for years, so old values must stay beside the new one.",
  },
  endpoint: {
    id: "EndpointKey",
    notRotated:
      "An operator rotates it (infra/RUNBOOK.md, Rotate a secret). What it seals is valid for years, so old values must stay beside the new one.",
  },
  mailbox: {
    id: "MailboxKey",
    notRotated:
      "An operator rotates it (infra/RUNBOOK.md, Rotate a secret). Mailboxes stay suppressed for good, so old values must stay beside the new one.",
  },
  receipt: {
    id: "ReceiptKey",
    notRotated:
      "An operator rotates it (infra/RUNBOOK.md, Rotate a secret). The table keeps every public key, so an old value can go.",
  },
};

/** 64 letters and digits have 380 bits, more than any key that is derived from them. */
const LENGTH = 64;

/**
 * The service's secrets. Secrets Manager generates them, and a function may read those that its record names.
 * `keep`: they outlive the stack with the table, because they unseal the endpoints' secrets
 * and find the suppressed mailboxes.
 */
export class ServiceSecrets extends Construct {
  readonly #made: ReadonlyMap<SecretName, Secret>;

  constructor(scope: Construct, id: string, { keep }: { keep: boolean }) {
    super(scope, id);
    const removalPolicy = keep ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    this.#made = new Map(secretNames.map((name) => [name, this.#make(name, removalPolicy)]));
  }

  statementsFor(names: readonly SecretName[]): PolicyStatement[] {
    if (names.length === 0) return [];
    const resources = names.map((name) => this.#arnOf(name));
    return [
      new PolicyStatement({ actions: ["secretsmanager:GetSecretValue"], resources }),
      ...keyStatements(this, "secretsmanager"),
    ];
  }

  environmentFor(names: readonly SecretName[]): Record<string, string> {
    return Object.fromEntries(names.map((name) => [secretVariable(name), this.#arnOf(name)]));
  }

  #arnOf(name: SecretName): string {
    const secret = this.#made.get(name);
    if (!secret) throw new Error(`There is no secret ${name}`);
    return secret.secretArn;
  }

  #make(name: SecretName, removalPolicy: RemovalPolicy): Secret {
    const key = stageKeyOf(this);
    const secret = new Secret(this, secrets[name].id, {
      description: `Key for ${name}, read by the functions whose records name it`,
      generateSecretString: { passwordLength: LENGTH, excludePunctuation: true },
      ...(key && { encryptionKey: key }),
      removalPolicy,
    });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: secrets[name].notRotated,
    });
    return secret;
  }
}
