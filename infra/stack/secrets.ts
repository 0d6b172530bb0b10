import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { type SecretName, secretNames, secretVariable } from "../../shared/domain/secret.ts";

const secrets: Record<SecretName, { id: string; notRotated: string }> = {
  signing: {
    id: "SigningKey",
    notRotated:
      "What it signs lives for minutes; a bank account that is added again under an older idempotency key is refused (409) after a change. To change it, put a new value before the old one, with a comma between, and an hour later take the old one out: functions read it every minute.",
  },
  endpoint: {
    id: "EndpointKey",
    notRotated:
      "What it seals lives for years. To change it, put a new value before the old one, with a comma between: functions read it again when they meet a key they do not know.",
  },
};

/** 64 letters and digits are 380 bits: more than any key that is derived from them. */
const LENGTH = 64;

/**
 * The service's secrets, made by Secrets Manager and seen by nobody. A function reads those that its record names. `keep`: as long as
 * the table, whose endpoints' secrets one of them opens.
 */
export class ServiceSecrets extends Construct {
  readonly #made: ReadonlyMap<SecretName, Secret>;

  constructor(scope: Construct, id: string, { keep }: { keep: boolean }) {
    super(scope, id);
    const removalPolicy = keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.#made = new Map(secretNames.map((name) => [name, this.#make(name, removalPolicy)]));
  }

  statementsFor(names: readonly SecretName[]): PolicyStatement[] {
    if (names.length === 0) return [];
    const resources = names.map((name) => this.#arnOf(name));
    return [new PolicyStatement({ actions: ["secretsmanager:GetSecretValue"], resources })];
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
    const secret = new Secret(this, secrets[name].id, {
      description: `Key for ${name}, read by the functions whose records name it`,
      generateSecretString: { passwordLength: LENGTH, excludePunctuation: true },
      removalPolicy,
    });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: secrets[name].notRotated,
    });
    return secret;
  }
}
