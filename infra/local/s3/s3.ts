import { createHash } from "node:crypto";
import { join } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import type { Changes } from "../base/ports.ts";
import type { Template } from "../base/template.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import type { Engine } from "../platform/engine.ts";
import { s3Error, s3Listing } from "../platform/s3-call.ts";
import { Journal } from "../storage/journal.ts";

export type StoredObject = { bucket: string; key: string; at: string; body: string };
type Version = Omit<StoredObject, "body"> & { body?: string };
type Asked = { Bucket: string; Key: string } & Partial<
  Record<"Prefix" | "Body" | "IfNoneMatch" | "IfMatch", string>
>;

const ACTIONS: Readonly<Record<string, string>> = {
  ListObjectsV2: "s3:ListBucket",
  GetObject: "s3:GetObject",
  PutObject: "s3:PutObject",
  DeleteObject: "s3:DeleteObject",
};
const LISTED_AT_ONCE = 1_000;

/** Objects as texts, in a journal that keeps every version. Bucket policies and lifecycles do nothing. */
export class S3 implements Engine {
  readonly #journal: Journal<Version>;
  readonly #objects = new Map<string, StoredObject>();
  readonly #buckets = new Set<string>();
  readonly #stored = new Set<string>();
  readonly changes = { count: 0 } satisfies Changes;
  /** Called after each change of an object. */
  readonly listeners: ((object: StoredObject) => void)[] = [];

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "objects.jsonl"));
    for (const version of this.#journal.read()) this.#keep(version);
  }

  create(template: Template): void {
    for (const { id, properties } of template.ofType("AWS::S3::Bucket")) {
      const name = String(properties.BucketName ?? id.toLowerCase());
      template.provide(id, { ref: name, Arn: arnOf(name) });
      this.#buckets.add(name);
    }
  }

  check(template: Template): void {
    for (const { id, properties } of template.ofType("AWS::S3::Bucket"))
      if (properties.NotificationConfiguration !== undefined)
        throw new StartupFailure(`The local cloud sends no notifications of the bucket ${id}.`);
  }

  buckets = (): string[] => [...this.#buckets];

  /** The current objects of a bucket below a prefix, by key. */
  list = (bucket: string, prefix: string): StoredObject[] =>
    [...this.#objects.values()]
      .filter((object) => object.bucket === bucket && object.key.startsWith(prefix))
      .sort((a, b) => (a.key < b.key ? -1 : 1));

  /** Whether an object of this key is there, or was. */
  hasStored = (bucket: string, key: string): boolean => this.#stored.has(`${bucket}/${key}`);

  /** As a call that needs no permission. */
  put(bucket: string, key: string, body: string): void {
    this.#change({ bucket, key, at: new Date().toISOString(), body });
  }

  #change(version: Version): void {
    this.#journal.append(version);
    this.#keep(version);
    this.changes.count++;
    if (version.body !== undefined) for (const listener of this.listeners) listener(version as StoredObject);
  }

  #keep(version: Version): void {
    const place = `${version.bucket}/${version.key}`;
    this.#stored.add(place);
    if (version.body === undefined) this.#objects.delete(place);
    else this.#objects.set(place, version as StoredObject);
  }

  service(): Service {
    return {
      target: "S3",
      iamPrefix: "s3",
      iamChecks: (operation, body) => {
        const { Bucket, Key, Prefix } = body as Asked;
        const action = ACTIONS[operation] ?? `s3:${operation}`;
        return operation === "ListObjectsV2"
          ? [{ action, resource: arnOf(Bucket), context: { "s3:prefix": Prefix ?? "" } }]
          : [{ action, resource: `${arnOf(Bucket)}/${Key}` }];
      },
      perform: async (operation, body) => this.#perform(operation, body as Asked),
    };
  }

  #perform(operation: string, { Bucket, Key, Prefix = "", Body = "", IfNoneMatch, IfMatch }: Asked) {
    if (!this.#buckets.has(Bucket))
      return s3Error(404, "NoSuchBucket", "The specified bucket does not exist");
    const present = this.#objects.get(`${Bucket}/${Key}`);
    switch (operation) {
      case "ListObjectsV2": {
        const keys = this.list(Bucket, Prefix).map(({ key }) => key);
        return { status: 200, body: { s3: s3Listing(Bucket, Prefix, keys.slice(0, LISTED_AT_ONCE)) } };
      }
      case "GetObject":
        if (!present) return s3Error(404, "NoSuchKey", "The specified key does not exist.");
        return { status: 200, body: { s3: present.body, etag: etagOf(present.body) } };
      case "PutObject":
        if (IfNoneMatch === "*" && present) return FAILED;
        this.put(Bucket, Key, Body);
        return { status: 200, body: { s3: "" } };
      case "DeleteObject":
        if (IfMatch !== undefined && IfMatch !== etagOf(present?.body ?? "")) return FAILED;
        if (present) this.#change({ bucket: Bucket, key: Key, at: new Date().toISOString() });
        return { status: 204, body: { s3: "" } };
      default:
        return s3Error(501, "NotImplemented", `The local cloud does not implement ${operation}`);
    }
  }

  stop = (): void => this.#journal.close();
}

const FAILED = s3Error(412, "PreconditionFailed", "At least one of the pre-conditions did not hold");

const etagOf = (body: string): string => `"${createHash("md5").update(body).digest("hex")}"`;

const arnOf = (bucket: string): string => `arn:aws:s3:::${bucket}`;
