import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { endClouds } from "../support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

let cloud: LocalCloud;
let queue = "";
beforeAll(async () => {
  const assembly = fixtureAssembly(({ stack }) => {
    queue = stack.getLogicalId(new Queue(stack, "Plain").node.defaultChild as never);
  });
  cloud = await startLocalCloud({ assembly });
});
afterAll(async () => {
  await endClouds();
  removeFixtures();
});

test("a message to a queue arrives, and one to an unknown queue fails", async () => {
  await cloud.sendMessage(queue, "1");
  expect(await cloud.queue(queue)).toEqual([1]);
  await expect(cloud.sendMessage("Typo", "1")).rejects.toThrow("answered 400");
});

test("a character whose bytes are in two chunks of the body arrives whole", async () => {
  const bytes = Buffer.from(JSON.stringify({ queue, body: '"caf\u00e9"' }));
  const middle = bytes.indexOf(Buffer.from("\u00e9")) + 1;
  const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
  const sent = request(`${cloud.url}/_local/messages`, { method: "POST", headers });
  sent.write(bytes.subarray(0, middle));
  sent.end(bytes.subarray(middle));
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  expect([reply.statusCode, await text(reply)]).toEqual([200, expect.stringContaining("MessageId")]);
  expect(await cloud.queue(queue)).toContain("caf\u00e9");
});

test("other users of the machine can read nothing in the data folder", () => {
  const names = readdirSync(cloud.dataDir);
  expect(names).toEqual(expect.arrayContaining(["dynamodb.sqlite", "queues.jsonl", "logs"]));
  expect(names.filter((name) => statSync(join(cloud.dataDir, name)).mode & 0o077)).toEqual([]);
});
