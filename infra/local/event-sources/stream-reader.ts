import type { Properties } from "../base/template.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { MappedFunction } from "./mapped-function.ts";
import type { StreamRecord } from "./stream-record.ts";

type Json = Record<string, unknown>;
type Shard = { ShardId: string };
type Parts = { mapping: Properties; target: MappedFunction; checkpoint: Checkpoint };

/** What a read returns at most. */
const READ_SIZE = 1_000;
const DESCRIBE_AGAIN_MS = 1_000;
/** The checkpoint before the first record of a stream. */
const BEGINNING = "beginning";

export class StreamReader {
  readonly #parts: Parts;
  readonly #streamArn: string;
  #described: Shard[] = [];
  #describedUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#streamArn = String(parts.mapping.EventSourceArn);
  }

  async *next(): AsyncGenerator<{ shardId: string; records: StreamRecord[] }> {
    const { checkpoint } = this.#parts;
    for (const { ShardId } of await this.#shards()) {
      // Stored, so that no start of the engine trims what this reader has not read.
      if (!checkpoint.reached) checkpoint.reach(BEGINNING);
      yield { shardId: ShardId, records: await this.#after(checkpoint.reached, ShardId) };
    }
  }

  async #after(place = BEGINNING, ShardId: string): Promise<StreamRecord[]> {
    const StreamArn = this.#streamArn;
    const from =
      place === BEGINNING
        ? { ShardIteratorType: "TRIM_HORIZON" }
        : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: place };
    const { ShardIterator } = await this.#call("GetShardIterator", { StreamArn, ShardId, ...from });
    const { Records = [] } = await this.#call("GetRecords", { ShardIterator, Limit: READ_SIZE });
    return Records as StreamRecord[];
  }

  /** Cached, as in Lambda. The engine has one shard for the life of a table. */
  async #shards(): Promise<Shard[]> {
    if (performance.now() < this.#describedUntil) return this.#described;
    await this.#call("ListStreams", {});
    const { StreamDescription } = (await this.#call("DescribeStream", { StreamArn: this.#streamArn })) as {
      StreamDescription: { Shards: Shard[] };
    };
    this.#described = StreamDescription.Shards;
    this.#describedUntil = performance.now() + DESCRIBE_AGAIN_MS;
    return this.#described;
  }

  #call = (operation: string, body: Json): Promise<Json> =>
    this.#parts.target.call(`DynamoDBStreams_20120810.${operation}`, body);
}
