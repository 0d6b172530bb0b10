import { mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEngine } from "../../../infra/local/dynamodb/dynamodb-engine.ts";

const HOST = "127.0.0.1";

let started: Promise<string> | undefined;

/** The address of the database engine that all suites of this process share, one after another. */
export const sharedEngine = (): Promise<string> => (started ??= start());

/** It ends with this process, and does not keep it from ending. */
async function start(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "engine-"));
  const { port, child } = await startEngine(dir, HOST, () => {});
  child.unref();
  for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as Socket).unref();
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  return `http://${HOST}:${port}`;
}
