import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { THROTTLED, type WriteCount } from "../base/ports.ts";
import type { Properties } from "../base/template.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { matches, type Pattern } from "./filter-pattern.ts";
import type { MappedFunction } from "./mapped-function.ts";
import { type GivenUp, givenUpMessage } from "./stream-failure.ts";
import { StreamReader } from "./stream-reader.ts";
import type { StreamRecord } from "./stream-record.ts";

type Json = Record<string, unknown>;

/** A read costs as much as a write, so not every write is worth a read. Meanwhile batches fill up. */
const PACE_MS = 10;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 400;
const BATCH_SIZE = 100;
const FOR_EVER = -1;
/** A call that failed so often in a row, some 3 s, is worth a warning. */
const FAILURES_TO_SHOW = 10;

type Options = {
  mapping: Properties;
  target: MappedFunction;
  checkpoint: Checkpoint;
  onFailure: ((message: Json) => Promise<unknown>) | undefined;
  writes: WriteCount;
  aged: (ms: number) => void;
  warn: (message: string) => void;
};

/**
 * With the mapping's settings: filters, ordered batches, retries from the first failed record, halves,
 * limits. It stores its position after every batch, so a crash repeats records and loses none.
 */
export class StreamSource {
  readonly #options: Options;
  readonly #patterns: Pattern[];
  readonly #reader: StreamReader;
  #stopped = false;
  /** Its last read did not fail. */
  isPolling = true;
  #read = -1;

  constructor(options: Options) {
    this.#options = options;
    this.#reader = new StreamReader(options);
    const { Filters = [] } = (options.mapping.FilterCriteria ?? {}) as { Filters?: { Pattern: string }[] };
    this.#patterns = Filters.map(({ Pattern }) => JSON.parse(Pattern) as Pattern);
  }

  async run(): Promise<void> {
    const { writes } = this.#options;
    while (!this.#stopped) {
      const count = writes.count;
      const moved = await this.#untilItWorks(() => this.#readOnce());
      if (moved) continue;
      this.#read = count;
      await writes.after(count);
      await sleep(PACE_MS);
    }
  }

  underWay = (): string | undefined =>
    this.#read === this.#options.writes.count
      ? undefined
      : `the stream's records for ${this.#options.target.arn}`;

  stop(): void {
    this.#stopped = true;
  }

  async #readOnce(): Promise<boolean> {
    let moved = false;
    for await (const { shardId, records } of this.#reader.next()) {
      if (records.length === 0) continue;
      await this.#deliverAll(shardId, records);
      moved = true;
    }
    return moved;
  }

  async #deliverAll(shardId: string, records: StreamRecord[]): Promise<void> {
    const expected = records.filter(
      (record) => this.#patterns.length === 0 || this.#patterns.some((p) => matches(p, record)),
    );
    const size = this.#setting("BatchSize", BATCH_SIZE);
    for (let i = 0; i < expected.length; i += size) await this.#deliver(shardId, expected.slice(i, i + size));
    this.#reach(records);
  }

  /** Ends when each record is processed or given up, or when the source stops. */
  async #deliver(shardId: string, batch: StreamRecord[]): Promise<void> {
    const attempts = this.#setting("MaximumRetryAttempts", FOR_EVER);
    let rest = batch;
    let invocations = 0;
    const seenAt = Date.now();
    for (let backoff = FIRST_BACKOFF_MS; !this.#stopped; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      const old = rest.filter(this.#isTooOld);
      if (old.length > 0)
        await this.#giveUp({ shardId, batch: old, condition: "RecordAgeExceeded", invocations });
      rest = rest.slice(old.length);
      if (rest.length === 0) return;

      const requestId = randomUUID();
      const { ApproximateCreationDateTime: createdAt } = (rest.at(-1) as StreamRecord).dynamodb;
      // A skip of the clock makes waiting records younger than they are.
      this.#options.aged(Date.now() - Math.min(seenAt, createdAt * 1_000));
      const { failed, error } = await this.#options.target.handle(
        rest.map(this.#event),
        rest.map(idOf),
        requestId,
      );
      if (error === THROTTLED) {
        // Lambda does not count it as an attempt.
        await sleep(backoff);
        continue;
      }
      const first = rest.findIndex((record) => failed.has(idOf(record)));
      if (first === -1) return this.#reach(rest);
      if (error && rest.length > 1 && this.#options.mapping.BisectBatchOnFunctionError) {
        const half = Math.ceil(rest.length / 2);
        await this.#deliver(shardId, rest.slice(0, half));
        return this.#deliver(shardId, rest.slice(half));
      }
      this.#reach(rest.slice(0, first));
      rest = rest.slice(first);
      invocations = first > 0 ? 1 : invocations + 1;
      if (attempts !== FOR_EVER && invocations > attempts) {
        const condition = "RetryAttemptsExhausted";
        return this.#giveUp({ shardId, batch: rest, condition, invocations, requestId, error });
      }
      await sleep(backoff);
    }
  }

  async #giveUp(what: Omit<GivenUp, "functionArn" | "streamArn">): Promise<void> {
    const { mapping, target, onFailure } = this.#options;
    const message = givenUpMessage({
      ...what,
      functionArn: target.arn,
      streamArn: String(mapping.EventSourceArn),
    });
    if (onFailure) await this.#untilItWorks(() => onFailure(message));
    this.#reach(what.batch);
  }

  async #untilItWorks<T>(act: () => Promise<T>): Promise<T | undefined> {
    let failures = 0;
    for (let backoff = FIRST_BACKOFF_MS; !this.#stopped; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      try {
        const done = await act();
        this.isPolling = true;
        return done;
      } catch (error) {
        this.isPolling = false;
        if (++failures === FAILURES_TO_SHOW) this.#warn(error as Error);
        await sleep(backoff);
      }
    }
    return undefined;
  }

  #warn({ message }: Error): void {
    const { mapping, target, warn } = this.#options;
    warn(`${target.arn} cannot read ${mapping.EventSourceArn}, and tries again: ${message}`);
  }

  /** Does not move the position once the source stops, so the next start repeats the batch. */
  #reach(batch: StreamRecord[]): void {
    const last = batch.at(-1);
    if (last && !this.#stopped) this.#options.checkpoint.reach(idOf(last));
  }

  #isTooOld = ({ dynamodb }: StreamRecord): boolean => {
    const age = this.#setting("MaximumRecordAgeInSeconds", FOR_EVER);
    return age !== FOR_EVER && Date.now() / 1000 - dynamodb.ApproximateCreationDateTime > age;
  };

  #setting = (name: string, otherwise: number): number => Number(this.#options.mapping[name] ?? otherwise);

  #event = (record: StreamRecord): Json => ({
    ...record,
    eventSourceARN: this.#options.mapping.EventSourceArn,
  });
}

const idOf = ({ dynamodb }: StreamRecord): string => dynamodb.SequenceNumber;
