import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { synthesiseStage } from "../infra/stack/synthesise-stage.ts";
import { changedAssembly } from "../support/cloud/changed-assembly.ts";
import { startCloud } from "../support/cloud/cloud.ts";

const folder = mkdtempSync(join(tmpdir(), "canary-"));
const watched = synthesiseStage("local", { canary: true }).resources;
const assembly = changedAssembly(folder, (resources) => {
  for (const [id, resource] of Object.entries<Json>(watched)) resources[id] ??= resource;
});
const cloud = await startCloud({ assembly });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runs = (): Json[] =>
  cloud
    .logs()
    .split("\n")
    .filter((line) => line.includes('"message":"canary"'))
    .map((line) => JSON.parse(line.slice(line.indexOf("{"))));
/** The metric of each run, which the alarm CanaryFails watches. */
const counted = () => [...cloud.logs().matchAll(/"CanaryPassed":(\d)/g)].map(([, passed]) => Number(passed));

test("it runs every five minutes, and leaves no driver and no account in a list", async () => {
  await cloud.advance("11m");
  expect(runs().map(({ failed, left }) => [failed, left])).toEqual([
    [[], 0],
    [[], 0],
  ]);
  expect(counted()).toEqual([1, 1]);
  expect((await cloud.command("list", { noun: "accounts" })).data).toEqual([]);
});

test("a fault of one operation is counted and named in the log, until it ends", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:TransactWriteItems", caller: "create-driver" });
  await cloud.advance("5m");
  expect(runs().at(-1)?.failed).toEqual([
    { check: expect.stringMatching(/^a transaction/), reason: expect.stringMatching(/answered 5\d\d/) },
  ]);
  await cloud.inject();
  await cloud.advance("5m");
  expect(counted()).toEqual([1, 1, 0, 1]);
});
