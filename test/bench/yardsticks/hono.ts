import { createHash, randomUUID } from "node:crypto";
import { GetCommand, QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { validator } from "hono/validator";
import { z } from "zod";
import { count, note, TableName, table } from "./common.ts";

const Body = z.strictObject({
  driver_id: z.string().regex(/^drv_\w+$/),
  amount: z.int().min(1),
  currency: z.literal("usd"),
  method: z.enum(["standard", "instant"]).optional(),
  bank_account_id: z.string().optional(),
  idempotency_key: z.string().max(255).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
});

/** The key, a count against its quota, the driver, and a transaction of a payout with its outbox entry. */
async function pay(authorization = "", { driver_id, ...payout }: z.infer<typeof Body>) {
  const hash = createHash("sha256").update(authorization).digest("hex");
  await table.send(new GetCommand({ TableName, Key: { pk: `KEY#${hash}`, sk: "KEY" } }));
  await count("QUOTA", hash);
  const values = { ":pk": `DRIVER#${driver_id}` };
  const query = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: values };
  await table.send(new QueryCommand({ TableName, ...query }));
  const id = `pay_${randomUUID()}`;
  const put = (kind: string, rest: object) => {
    const Item = { pk: `${kind}#${id}`, sk: kind, ...rest };
    return { Put: { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" } };
  };
  const TransactItems = [put("PAYOUT", { driver_id, ...payout }), put("OUTBOX", { now: Date.now() })];
  await table.send(new TransactWriteCommand({ TransactItems }));
  note("PayoutCreated", id);
  return { id, driver_id, ...payout };
}

/** `create-payout`, written the way that Hono's guide shows. */
const app = new Hono().post(
  "*",
  validator("json", (value, context) => {
    const { success, data } = Body.safeParse(value);
    return success ? data : context.json({ error: "parameter_invalid" }, 400);
  }),
  async (context) =>
    context.json(await pay(context.req.header("authorization"), context.req.valid("json")), 201),
);

export const handler = handle(app);
