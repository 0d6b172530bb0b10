import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { THROTTLED } from "../../base/ports.ts";
import { Writes } from "../../dynamodb/writes.ts";
import { Checkpoint } from "../../event-sources/checkpoint.ts";
import type { MappedFunction } from "../../event-sources/mapped-function.ts";
import { StreamSource } from "../../event-sources/stream-source.ts";
import { eventually } from "../support/eventually.ts";
import { inFolder } from "../support/in-folder.ts";

const record = (SequenceNumber: string) => ({ eventName: "INSERT", dynamodb: { SequenceNumber } });

test("a throttled batch of a stream is neither halved nor counted as an attempt", () =>
  inFolder(async (dir) => {
    const checkpoint = new Checkpoint(join(dir, "checkpoint"), () => {});
    const given: unknown[] = [];
    const batches: string[][] = [];
    /** A stream of two records, and a function without room for its first three invocations. */
    const target = {
      arn: "arn:function",
      call: async (operation: string) => {
        if (operation.endsWith("DescribeStream"))
          return { StreamDescription: { Shards: [{ ShardId: "1" }] } };
        return checkpoint.reached === "2" ? {} : { Records: [record("1"), record("2")] };
      },
      handle: async (_: unknown, ids: string[]) => {
        batches.push(ids);
        return batches.length > 3 ? { failed: new Set() } : { failed: new Set(ids), error: THROTTLED };
      },
    } as unknown as MappedFunction;
    const mapping = {
      EventSourceArn: "arn:stream",
      StartingPosition: "TRIM_HORIZON",
      MaximumRetryAttempts: 1,
      BisectBatchOnFunctionError: true,
    };
    const onFailure = async (message: unknown) => given.push(message);
    const source = new StreamSource({
      ...{ mapping, target, checkpoint, onFailure, writes: new Writes(), aged: () => {}, warn: () => {} },
    });
    void source.run();
    await eventually(async () => checkpoint.reached === "2");
    source.stop();
    expect(batches).toEqual(Array(4).fill(["1", "2"]));
    expect(given).toEqual([]);
  }));
