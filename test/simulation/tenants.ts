type Json = Record<string, unknown>;
type Stored = { S?: string };
type Touched = { owners: Set<string>; keys: Set<string> };

/** Accounts share these nouns on purpose: limits of strangers, lanes of emails, public keys of receipts. */
const SHARED = /^(LIMIT|NETWORK|LANE|WAITING_EMAIL|RECEIPT_KEY)#/;
const OWNER = /acct_[0-9a-z]{26}#(?:test|live)/g;
const WRITES = /\.(?:PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchWriteItem)$/;

/**
 * Finds stored keys that two accounts of test mode touch. Most keys name their owner. Another key belongs to
 * the account that its invocation acts for. An invocation for several, such as a worker's, says nothing.
 */
export class Tenants {
  readonly #invocations = new Map<string, Touched>();
  readonly #ownerOf = new Map<string, string>();
  /** Each key that two accounts touched, in words. */
  readonly shared: string[] = [];

  /** An answer says nothing about who asked: a shared item names all its accounts. */
  called(invocation: string, target: string, body: Json): void {
    if (!target.startsWith("DynamoDB_")) return;
    const touched = this.#invocations.get(invocation) ?? { owners: new Set(), keys: new Set() };
    this.#invocations.set(invocation, touched);
    for (const [owner] of JSON.stringify(body).matchAll(OWNER)) touched.owners.add(owner);
    if (WRITES.test(target)) for (const key of keysIn(body)) touched.keys.add(key);
  }

  ended(invocation: string): void {
    const { owners, keys } = this.#invocations.get(invocation) ?? { owners: new Set(), keys: [] };
    this.#invocations.delete(invocation);
    const [owner = "", ...others] = owners;
    if (others.length > 0 || !owner.endsWith("#test")) return;
    for (const key of keys) {
      const first = this.#ownerOf.get(key) ?? owner;
      this.#ownerOf.set(key, first);
      if (first !== owner) this.shared.push(`${key} of ${first} and ${owner}`);
    }
  }
}

/** The keys without an owner that a call writes. */
function* keysIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const { pk, sk } = value as { pk?: Stored; sk?: Stored };
  const key = `${pk?.S} ${sk?.S}`;
  if (pk?.S === undefined) for (const part of Object.values(value)) yield* keysIn(part);
  else if (!key.includes("acct_") && !SHARED.test(key)) yield key;
}
