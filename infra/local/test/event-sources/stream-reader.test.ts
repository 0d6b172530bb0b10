import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Checkpoint } from "../../event-sources/checkpoint.ts";
import { StreamReader } from "../../event-sources/stream-reader.ts";
import { inFolder } from "../support/in-folder.ts";

const REPLIES: Record<string, object> = {
  DescribeStream: { StreamDescription: { Shards: [{ ShardId: "shard" }] } },
  GetRecords: { Records: [{ dynamodb: { SequenceNumber: "1" } }] },
};
const call = async (target: string) => REPLIES[target.split(".").at(-1) ?? ""] ?? {};

test("a reader that has passed no record stores so, and no start trims what it has not read", () =>
  inFolder(async (dir) => {
    const file = join(dir, "stream-Reader.checkpoint");
    const checkpoint = new Checkpoint(file, () => {});
    const mapping = { EventSourceArn: "arn", StartingPosition: "TRIM_HORIZON" };
    const reader = new StreamReader({ mapping, target: { call } as never, checkpoint });
    for await (const { records } of reader.next()) expect(records).toHaveLength(1);
    expect(new Checkpoint(file, () => {}).reached).toBe("beginning");
  }));
