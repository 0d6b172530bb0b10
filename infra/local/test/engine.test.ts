import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@jest/globals";
import { freePort } from "../base/loopback.ts";
import { startEngine } from "../dynamodb/dynamodb-engine.ts";
import { Checkpoint } from "../event-sources/checkpoint.ts";
import { inFolder } from "./support/in-folder.ts";

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

test("a start deletes stream records older than a day that every reader has passed", () =>
  inFolder(async (dir) => {
    const restarted = async () => {
      const ended = Promise.withResolvers<void>();
      const end = () => ended.resolve();
      const { child } = await startEngine(dir, "127.0.0.1", end);
      child.stdin?.end();
      await ended.promise;
      return new DatabaseSync(join(dir, "dynamodb.sqlite"));
    };
    const records = async () => {
      const database = await restarted();
      const rows = database.prepare("SELECT * FROM _stream_records ORDER BY id").all();
      database.close();
      return rows.map(({ table_name, sequence_number }) => `${table_name} ${sequence_number}`);
    };
    const reach = (reader: string, place: string) =>
      new Checkpoint(join(dir, `stream-${reader}.checkpoint`), () => {}).reach(place);

    const database = await restarted();
    const now = Math.floor(Date.now() / 1000);
    const day = 86_400;
    const insert = database.prepare(
      "INSERT INTO _stream_records (table_name, event_name, keys_json, sequence_number, shard_id, created_at) VALUES (?, 'INSERT', '{}', ?, 'shard', ?)",
    );
    for (const n of [1, 2]) insert.run("Old", String(n), now - 2 * day);
    for (const n of [1, 2, 3, 4]) insert.run("Used", String(n), now - (n <= 3 ? 2 * day : 60));
    const described = database
      .prepare(
        "EXPLAIN QUERY PLAN SELECT MIN(sequence_number), MAX(sequence_number) FROM _stream_records WHERE table_name = ? AND shard_id = ?",
      )
      .all("T", "shard");
    expect(JSON.stringify(described)).toContain("COVERING INDEX");
    database.close();

    const titles = ["Old 1", "Old 2", "Used 1", "Used 2", "Used 3", "Used 4"];
    expect(await records()).toEqual(titles);
    reach("fast", "4");
    reach("slow", "beginning");
    expect(await records()).toEqual(titles);
    reach("slow", "2");
    expect(await records()).toEqual(titles.filter((record) => !record.endsWith(" 1")));
    reach("slow", "4");
    // New records of a table are numbered after its newest.
    expect(await records()).toEqual(["Old 2", "Used 4"]);
  }));
