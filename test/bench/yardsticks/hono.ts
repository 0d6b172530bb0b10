import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { validator } from "hono/validator";
import { admit, Body, pay } from "./common-payout.ts";

/** The same in Hono, whose router, validator and adapter read the request. */
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
