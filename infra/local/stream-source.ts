import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AwsEndpoint } from "./aws-endpoint.ts";
import { matches, type Pattern } from "./filter-pattern.ts";
import { functionArnOf, type Lambda, type LocalFunction } from "./lambda.ts";
import type { Properties } from "./template.ts";

type Json = Record<string, unknown>;
type StreamRecord = Json & { dynamodb: { SequenceNumber: string } };

/** AWS reads a shard four times a second; the engine is next door. */
const POLL_MS = 100;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 400;

/**
 * A function's event source on a table stream, as the template's mapping describes it: batches in order, filtered,
 * with the partial failures the function reports, retried until they work. The place reached is kept in the data
 * folder after every batch, so that after a crash records come again rather than not at all.
 */
export class StreamSource {
  readonly #mapping: Properties;
  readonly #function: LocalFunction;
  readonly #endpoint: AwsEndpoint;
  readonly #checkpointFile: string;
  readonly #patterns: Pattern[];
  #stopped = false;
  #checkpoint: string | undefined;

  constructor(id: string, mapping: Properties, lambda: Lambda, endpoint: AwsEndpoint, dataDir: string) {
    this.#mapping = mapping;
    this.#function = lambda.function(functionArnOf(mapping));
    this.#endpoint = endpoint;
    this.#checkpointFile = join(dataDir, `stream-${id}.checkpoint`);
    this.#checkpoint = existsSync(this.#checkpointFile)
      ? readFileSync(this.#checkpointFile, "utf8")
      : undefined;
    const { Filters = [] } = (mapping.FilterCriteria ?? {}) as { Filters?: { Pattern: string }[] };
    this.#patterns = Filters.map(({ Pattern }) => JSON.parse(Pattern) as Pattern);
  }

  /** Runs until stopped; a failure to read is tried again. */
  async run(): Promise<void> {
    let backoff = FIRST_BACKOFF_MS;
    while (!this.#stopped) {
      const moved = await this.#readOnce().catch(() => "failed" as const);
      if (moved === "failed") {
        await sleep(backoff);
        backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
      } else {
        backoff = FIRST_BACKOFF_MS;
        if (moved === "idle") await sleep(POLL_MS);
      }
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #readOnce(): Promise<"moved" | "idle" | "failed"> {
    const StreamArn = String(this.#mapping.EventSourceArn);
    await this.#stream("ListStreams", {});
    const { StreamDescription } = (await this.#stream("DescribeStream", { StreamArn })) as {
      StreamDescription: { Shards: { ShardId: string }[] };
    };
    let moved: "moved" | "idle" | "failed" = "idle";
    for (const { ShardId } of StreamDescription.Shards) {
      const from = this.#checkpoint
        ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: this.#checkpoint }
        : { ShardIteratorType: "TRIM_HORIZON" };
      const { ShardIterator } = await this.#stream("GetShardIterator", { StreamArn, ShardId, ...from });
      const { Records = [] } = (await this.#stream("GetRecords", { ShardIterator, Limit: 1000 })) as {
        Records?: StreamRecord[];
      };
      if (Records.length > 0) moved = (await this.#deliver(Records)) ? "moved" : "failed";
    }
    return moved;
  }

  async #stream(operation: string, body: Json): Promise<Json> {
    const result = await this.#endpoint.call(
      this.#function.accessKeyId,
      `DynamoDBStreams_20120810.${operation}`,
      body,
    );
    if (result === "cut" || result.status !== 200) throw new Error(`${operation} failed`);
    return result.body;
  }

  /** Whether all records were dealt with; if not, the checkpoint stands before the first that was not. */
  async #deliver(records: StreamRecord[]): Promise<boolean> {
    const wanted = records.filter(
      (record) => this.#patterns.length === 0 || this.#patterns.some((p) => matches(p, record)),
    );
    const size = Number(this.#mapping.BatchSize ?? 100);
    for (let i = 0; i < wanted.length; i += size) {
      const batch = wanted.slice(i, i + size);
      const failedFrom = await this.#invoke(batch);
      if (failedFrom !== undefined) {
        const before = records[records.indexOf(batch[failedFrom] as StreamRecord) - 1];
        if (before) this.#reach(before);
        return false;
      }
    }
    this.#reach(records.at(-1) as StreamRecord);
    return true;
  }

  /** The index of the first record that failed; undefined when none did. A batch that fails whole is halved. */
  async #invoke(batch: StreamRecord[]): Promise<number | undefined> {
    const Records = batch.map((record) => ({ ...record, eventSourceARN: this.#mapping.EventSourceArn }));
    const outcome = await this.#function.invoke(JSON.stringify({ Records }));
    if (!outcome.ok) {
      if (!this.#mapping.BisectBatchOnFunctionError || batch.length === 1) return 0;
      const half = Math.ceil(batch.length / 2);
      const first = await this.#invoke(batch.slice(0, half));
      if (first !== undefined) return first;
      const second = await this.#invoke(batch.slice(half));
      return second === undefined ? undefined : half + second;
    }
    const { batchItemFailures = [] } = (JSON.parse(outcome.payload) ?? {}) as {
      batchItemFailures?: { itemIdentifier: string }[];
    };
    const failed = batchItemFailures.map(({ itemIdentifier }) =>
      batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
    );
    return failed.length === 0 ? undefined : Math.max(0, Math.min(...failed));
  }

  #reach({ dynamodb }: StreamRecord): void {
    this.#checkpoint = dynamodb.SequenceNumber;
    writeFileSync(`${this.#checkpointFile}.new`, this.#checkpoint);
    renameSync(`${this.#checkpointFile}.new`, this.#checkpointFile);
  }
}
