import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartupFailure } from "../base/failure.ts";
import { freePort } from "../base/loopback.ts";
import { engineBinary } from "./engine-binary.ts";

/**
 * A shell starts the engine, and stops it when this process ends, `kill -9` included, and so closes its
 * input. The engine has its own process group: Ctrl-C does not reach it, so it stops last.
 */
const WATCHED = '"$@" </dev/null & engine=$!; exec >/dev/null 2>&1; read -r _; kill -9 $engine; wait';

const CHECKPOINT = /^stream-.*\.checkpoint$/;
const KEPT_S = 86_400;
const NUMBER = "CAST(sequence_number AS INTEGER)";

/** Calls `stopped` at its end. Another process may take its port meanwhile: then it starts on another one. */
export async function startEngine(
  dataDir: string,
  host: string,
  stopped: () => void,
  choosePort = freePort,
): Promise<{ port: number; child: ChildProcess }> {
  const port = await choosePort(host);
  const file = join(dataDir, "dynamodb.sqlite");
  const args = [engineBinary(), "serve", "--host", host, "--port", String(port), "--db-path", file];
  const child = spawn("/bin/sh", ["-c", WATCHED, "engine", ...args], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.resume();
  // The engine says that it listens. A connection would not say so: another process may have the port.
  const listening = new Promise<true>((resolve) => {
    child.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("listening on")) resolve(true);
    });
  });
  // The shell does not hold these pipes, so they end with the engine.
  const ended = new Promise<void>((resolve) => child.stderr.once("end", resolve));
  if (!(await Promise.race([listening, ended]))) {
    child.stdin.end();
    if (/(port|bind) .*in use/i.test(said)) return startEngine(dataDir, host, stopped, choosePort);
    throw unopened(dataDir, said.trim().split("\n").at(-1) ?? "no reason given");
  }
  try {
    prepareRecords(dataDir, file);
  } catch (error) {
    child.stdin.end();
    await ended;
    throw unopened(dataDir, (error as Error).message);
  }
  ended.then(stopped, stopped);
  return { port, child };
}

const unopened = (dataDir: string, reason: string) =>
  new StartupFailure(`The database engine cannot open ${dataDir}: ${reason}`);

function prepareRecords(dataDir: string, file: string): void {
  const database = new DatabaseSync(file, { timeout: 2_000 });
  try {
    indexRecords(database);
    trimRecords(database, dataDir);
  } finally {
    database.close();
  }
}

/** The engine scans all records to number one: at 50,000, it makes 80 writes a second. Indexes avoid that. */
function indexRecords(database: DatabaseSync): void {
  const columns = {
    by_number: NUMBER,
    by_shard: `shard_id, ${NUMBER}`,
    by_text: "shard_id, sequence_number",
  };
  for (const [name, indexed] of Object.entries(columns))
    database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON _stream_records (table_name, ${indexed})`);
}

/** Of more than a day, but none that a reader has not passed, nor the newest, which gives the next number. */
function trimRecords(database: DatabaseSync, dataDir: string): void {
  const places = readdirSync(dataDir)
    .filter((name) => CHECKPOINT.test(name))
    .map((name) => Number(readFileSync(join(dataDir, name), "utf8")));
  const passed = Math.min(...places);
  // A reader at the beginning has no number.
  if (!Number.isFinite(passed)) return;
  const newest = "SELECT MAX(id) FROM _stream_records GROUP BY table_name";
  database
    .prepare(`DELETE FROM _stream_records WHERE ${NUMBER} < ? AND created_at < ? AND id NOT IN (${newest})`)
    .run(passed, Math.floor(Date.now() / 1000) - KEPT_S);
}
