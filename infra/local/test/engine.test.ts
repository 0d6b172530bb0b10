import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startEngine } from "../dynamodb/dynamodb-engine.ts";
import { freePort } from "../ports.ts";

test("an engine starts on another port if another process took its port meanwhile", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  await once(squatter, "listening");
  const { port: taken } = squatter.address() as AddressInfo;
  const ports = [taken, await freePort()];
  const dir = mkdtempSync(join(tmpdir(), "engine-"));
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const { port, child } = await startEngine(
    dir,
    "127.0.0.1",
    () => ended(),
    async () => ports.shift() ?? freePort(),
  );
  expect(port).not.toBe(taken);
  child.stdin?.end();
  await end;
  squatter.close();
  rmSync(dir, { recursive: true });
});
