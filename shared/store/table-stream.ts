import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from "@aws-sdk/client-dynamodb-streams";
import { table } from "./table.ts";

const client = new DynamoDBStreamsClient({ maxAttempts: 3, requestHandler: table.config.requestHandler });
const StreamArn = process.env.TABLE_STREAM_ARN;

/** An item as it was first written, and when. */
export type NewItem = { at: Date; image: NonNullable<NonNullable<StreamRecord["dynamodb"]>["NewImage"]> };

/** A shard that is still written to has no end: after so many empty pages there is nothing more for now. */
const EMPTY_PAGES = 3;

/** The items that came into the table since an instant, as far back as the stream reaches: a day. Pages of a shard are in order. */
export async function* newItemsSince(since: Date): AsyncGenerator<NewItem[]> {
  for await (const ShardId of shards()) {
    const start = { StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" } as const;
    let { ShardIterator } = await client.send(new GetShardIteratorCommand(start));
    for (let empty = 0; ShardIterator && empty < EMPTY_PAGES; ) {
      const page: GetRecordsCommandOutput = await client.send(new GetRecordsCommand({ ShardIterator }));
      ShardIterator = page.NextShardIterator;
      empty = page.Records?.length ? 0 : empty + 1;
      const items = (page.Records ?? []).flatMap((record) => newItem(record, since));
      if (items.length > 0) yield items;
    }
  }
}

function newItem({ eventName, dynamodb }: StreamRecord, since: Date): NewItem[] {
  const { ApproximateCreationDateTime: at, NewImage: image } = dynamodb ?? {};
  // The stream dates its records by the second.
  const meant = eventName === "INSERT" && at && image && at.getTime() + 1000 > since.getTime();
  return meant ? [{ at, image }] : [];
}

async function* shards(): AsyncGenerator<string> {
  let last: string | undefined;
  do {
    const { StreamDescription } = await client.send(
      new DescribeStreamCommand({ StreamArn, ...(last && { ExclusiveStartShardId: last }) }),
    );
    for (const { ShardId } of StreamDescription?.Shards ?? []) if (ShardId) yield ShardId;
    last = StreamDescription?.LastEvaluatedShardId;
  } while (last);
}
