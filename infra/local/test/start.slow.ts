import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { AttributeType, Table } from "aws-cdk-lib/aws-dynamodb";
import { freePort } from "../base/loopback.ts";
import { Template } from "../base/template.ts";
import { startEngine } from "../dynamodb/dynamodb-engine.ts";
import { endClouds, endProcess, newFolder, spawnCloud } from "./support/cloud-process.ts";
import { eventually } from "./support/eventually.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";

const assembly = fixtureAssembly(({ add, stack }) => {
  add("Teller", "export const handler = () => ({});");
  new Table(stack, "Orders", { partitionKey: { name: "pk", type: AttributeType.STRING } });
});
const silent = new Set<Server>();
afterEach(async () => {
  for (const server of silent) server.close();
  await endClouds();
});
afterAll(removeFixtures);

type First = { status: number; retryAfter: string | undefined };

/** The answer to the first request that anything on this port accepts. */
async function firstAnswer(port: number): Promise<First> {
  for (;;) {
    const answer = await new Promise<First | undefined>((resolve, reject) => {
      const call = request({ port, path: "/anything", timeout: 10_000 }, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
      });
      call.once("timeout", () => call.destroy(new Error("No answer within 10 s")));
      call.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ECONNREFUSED" ? resolve(undefined) : reject(error),
      );
      call.end();
    });
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A database that accepts connections and never answers. */
async function silentDatabase(): Promise<string> {
  const server = createServer();
  silent.add(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An engine that the local cloud did not start, as on a machine without an engine of its own. */
async function otherEngine(): Promise<{ endpoint: string; end: () => void }> {
  const { port, child } = await startEngine(newFolder(), "127.0.0.1", () => {});
  return { endpoint: `http://127.0.0.1:${port}`, end: () => child.stdin?.end() };
}

describe("the start", () => {
  test("with DYNAMODB_ENDPOINT, the items stay until --reset, which deletes them, too", async () => {
    const { endpoint, end } = await otherEngine();
    const [table = ""] = new Template(assembly).ids("AWS::DynamoDB::Table");
    const dataDir = newFolder();
    const started = (...args: string[]) =>
      startLocalCloud({ assembly, dataDir, args, env: { DYNAMODB_ENDPOINT: endpoint } });
    const items = async (cloud: LocalCloud) =>
      (await cloud.call(`/_local/console/items?table=${table}`)).text.match(/DRIVER#\d/g);
    try {
      const first = await started();
      await first.putItem(table, { pk: { S: "DRIVER#1" } });
      await first.end();
      const second = await started();
      expect(await items(second)).toContain("DRIVER#1");
      await second.end();
      expect(await items(await started("--reset"))).toBeNull();
    } finally {
      end();
    }
  });

  test("before the cloud is ready, a request gets a 503 with retry-after, and the terminal says what it does", async () => {
    const port = await freePort();
    const child = spawnCloud(
      {
        assembly,
        port,
        dataDir: newFolder(),
        timeScale: 1,
        args: ["--quiet"],
        handlers: "",
        // The start waits for the table, so the cloud does not become ready.
        env: { DYNAMODB_ENDPOINT: await silentDatabase() },
      },
      "pipe",
    );
    let printed = "";
    child.stdout?.on("data", (text) => {
      printed += text;
    });
    try {
      expect(await firstAnswer(port)).toEqual({ status: 503, retryAfter: "1" });
      await eventually(async () => /^(Opening|Preparing) the .*\.\.\.$/m.test(printed));
    } finally {
      await endProcess(child, "SIGKILL");
    }
  });
});
