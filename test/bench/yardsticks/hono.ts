import { createHash, randomUUID } from "node:crypto";
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { validator } from "hono/validator";
import { z } from "zod";
import { count, note, save, TableName, table } from "./common.ts";

const Body = z.strictObject({
  driver_id: z.string().regex(/^drv_\w+$/),
  amount: z.int().min(1),
  currency: z.literal("usd"),
  method: z.enum(["standard", "instant"]).optional(),
  bank_account_id: z.string().optional(),
  idempotency_key: z.string().max(255).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
});

/** The caller's key, and a count against its quota. */
async function admit(authorization = ""): Promise<void> {
  const hash = createHash("sha256").update(authorization).digest("hex");
  await table.send(new GetCommand({ TableName, Key: { pk: `KEY#${hash}`, sk: "KEY" } }));
  await count("QUOTA", hash);
}

/** The driver, and a transaction. */
async function pay({ driver_id, ...payout }: z.infer<typeof Body>) {
  await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `DRIVER#${driver_id}` },
    }),
  );
  const id = `pay_${randomUUID()}`;
  await save("PAYOUT", id, { driver_id, ...payout });
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
  async (context) => {
    await admit(context.req.header("authorization"));
    return context.json(await pay(context.req.valid("json")), 201);
  },
);

export const handler = handle(app);
