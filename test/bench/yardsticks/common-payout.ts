import { createHash, randomUUID } from "node:crypto";
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";
import { count, note, save, TableName, table } from "./common.ts";

export const Body = z.strictObject({
  driver_id: z.string().regex(/^drv_\w+$/),
  amount: z.int().min(1),
  currency: z.literal("usd"),
  method: z.enum(["standard", "instant"]).optional(),
  bank_account_id: z.string().optional(),
  idempotency_key: z.string().max(255).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
});

/** The caller's key, and a count against its quota. */
export async function admit(authorization = ""): Promise<void> {
  const hash = createHash("sha256").update(authorization).digest("hex");
  await table.send(new GetCommand({ TableName, Key: { pk: `KEY#${hash}`, sk: "KEY" } }));
  await count("QUOTA", hash);
}

/** The driver, and a transaction of `items` items. */
export async function pay({ driver_id, ...payout }: z.infer<typeof Body>, items = 2) {
  await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `DRIVER#${driver_id}` },
    }),
  );
  const id = `pay_${randomUUID()}`;
  await save("PAYOUT", id, { driver_id, ...payout }, items);
  note("PayoutCreated", id);
  return { id, driver_id, ...payout };
}

/** `create-payout`, written the way most handlers are. `first` runs before the request is read. */
export const commonWay = (first: () => Promise<unknown> = async () => {}, items?: number) =>
  middy(async (event: APIGatewayProxyEventV2) => {
    await admit(event.headers.authorization);
    await first();
    const body = JSON.stringify(await pay(Body.parse(JSON.parse(event.body ?? "{}")), items));
    return { statusCode: 201, body };
  });

export const keyed = commonWay();

/** One call more, and six items, which is the middle of the busy operations' budgets. */
export const another = () =>
  table.send(new GetCommand({ TableName, Key: { pk: "ACCOUNT#bench", sk: "ACCOUNT" } }));
export const busy = commonWay(another, 6);
