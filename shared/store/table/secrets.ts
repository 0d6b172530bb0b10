import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type SecretName, secretNames, secretVariable } from "../../domain/access/secret.ts";
import { lambdaSettings, lean } from "./lambda-client.ts";
import { remembered } from "./remembered.ts";
import { table } from "./table.ts";

/** Shares the table's connections and deadlines. The first read makes it: most requests need no secret. */
const clientOf = () =>
  lean(
    new SecretsManagerClient({
      ...lambdaSettings,
      maxAttempts: 3,
      requestHandler: table.config.requestHandler,
    }),
  );
let client: ReturnType<typeof clientOf> | undefined;

export type SecretValues = readonly [string, ...string[]];

const known = remembered<Promise<SecretValues>>(Number.POSITIVE_INFINITY, secretNames.length);

/** Other reads do not count: an operator may have added a value just after one. */
const ANEW_MS = 5_000;

const readAnew = remembered<true>(ANEW_MS, secretNames.length);

/** For how long the values of the last read that succeeded replace those of reads that fail. */
const GOOD_MS = 60 * 60_000;

const lastGood = remembered<SecretValues>(Number.POSITIVE_INFINITY, secretNames.length);

/** After a read that failed, the next one waits, so that requests do not wait for each of them. */
const failed = remembered<true>(ANEW_MS, secretNames.length);

/**
 * Short for a signing key, which must leave use soon. A missing endpoint key is looked for when needed. By
 * the wall clock, because the monotonic one stops while Lambda freezes an environment.
 */
const REMEMBERED_MS: Record<SecretName, number> = {
  signing: 60_000,
  endpoint: Number.POSITIVE_INFINITY,
  mailbox: 60_000,
  identity: 60_000,
  receipt: 60_000,
  bank: 60_000,
};

/**
 * Cached. An operator puts a new value before the old one, with a comma. The first signs or seals. A read
 * that fails costs no good values. `anew`: the cached ones lack something, so they do not replace those of a
 * failed read.
 */
export async function readSecrets(name: SecretName, { anew = false } = {}): Promise<SecretValues> {
  const now = Date.now();
  const good = anew ? undefined : lastGood.get(name, now, Math.max(GOOD_MS, REMEMBERED_MS[name]));
  if (good && failed.get(name, now)) return good;
  try {
    return await reading(name, anew, now);
  } catch (error) {
    if (good) return good;
    throw error;
  }
}

/** Callers at the same time share a read. */
function reading(name: SecretName, anew: boolean, now: number): Promise<SecretValues> {
  const isStale = anew && !readAnew.get(name, now);
  const before = isStale ? undefined : known.get(name, now, REMEMBERED_MS[name]);
  if (before !== undefined) return before;
  if (isStale) readAnew.put(name, true, now);
  const read = known.put(name, fetchSecret(name), now);
  read.then(
    (values) => lastGood.put(name, values, now),
    () => {
      known.delete(name);
      failed.put(name, true, now);
    },
  );
  return read;
}

/** An empty first value is a mistake of the operator. It fails here, so that no environment caches it. */
async function fetchSecret(name: SecretName): Promise<SecretValues> {
  client ??= clientOf();
  const SecretId = process.env[secretVariable(name)];
  const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
  const [newest, ...older] = SecretString.split(",").map((value) => value.trim());
  if (!newest) throw new Error("The secret has no first value");
  // An empty value would be a secret that everyone knows.
  return [newest, ...older.filter((value) => value !== "")];
}
