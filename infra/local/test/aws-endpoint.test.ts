import { expect, test } from "@jest/globals";
import { AwsEndpoint } from "../platform/aws-endpoint.ts";

test("an idle connection of a function stays open, so its next call cannot meet a reset", async () => {
  const endpoint = new AwsEndpoint({} as never);
  await endpoint.listen("127.0.0.1");
  const reply = await fetch(endpoint.url, { method: "POST", body: "{}" });
  await reply.text();
  expect([reply.headers.get("connection"), reply.headers.get("keep-alive")]).toEqual(["keep-alive", null]);
  endpoint.close();
});
