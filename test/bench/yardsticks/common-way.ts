import { randomUUID } from "node:crypto";
import middy from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";
import { count, note, save } from "./common.ts";

const Body = z.strictObject({
  email: z.string().trim().max(254).email(),
  name: z.string().trim().min(1).max(100).optional(),
  platforms: z
    .array(z.string().regex(/^[a-z][a-z0-9_-]{1,31}$/))
    .max(20)
    .optional(),
  sandbox: z.boolean().optional(),
});

/** `start-signup`, written the way most handlers are: a count against a limit, then a transaction. */
export const handler = middy(async (event: APIGatewayProxyEventV2) => {
  const { email } = Body.parse(JSON.parse(event.body ?? "{}"));
  const id = randomUUID();
  await count("LIMIT", event.requestContext.http.sourceIp);
  await save("SIGNUP", id, { email, now: Date.now() });
  note("SignupStarted", id);
  return { statusCode: 201, body: JSON.stringify({ signup_id: id }) };
});
