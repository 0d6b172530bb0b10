import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { endSuite } from "../../infra/local/test/support/suite-end.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { newPartner } from "../support/partner/platform.ts";

afterEach(endSuite);

test("relay redrive starts failed, timed-out and aborted timers under a new name, and none of them twice", async () => {
  const first = await startCloud();
  const since = new Date(await first.now()).toISOString();
  const journal = join(first.dataDir, "executions.jsonl");
  const lines = (): Json[] =>
    readFileSync(journal, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const started = () => lines().flatMap(({ started }) => started?.arn.split(":").at(-1) ?? []);
  const redrive = async (cloud: Cloud) =>
    (await opsWith({}, "relay", "redrive", "--since", since, "--url", cloud.url)).stdout;
  const entries = /^\d+ entries and events were relayed/;

  const owner = await newPartner(first);
  const ids: string[] = [];
  await first.inject({ kind: "error", caller: "erase-driver" });
  for (let i = 0; i < 3; i++) {
    const { id } = await owner.driver();
    await owner.call(`/v1/drivers/${id}`, { method: "DELETE" });
    ids.push(id);
  }
  await first.advance("20h");
  expect(lines().flatMap(({ status }) => status ?? [])).toEqual(["FAILED", "FAILED", "FAILED"]);
  expect(await redrive(first)).toMatch(/, timers started again: 3\n$/);
  await first.advance("20h");
  expect(started().sort()).toEqual([...ids, ...ids.map((id) => `${id}-r1`)].sort());

  // An operator can abort an execution on AWS, and an older definition may have had a timeout.
  await first.end();
  const other = new Map([
    [`${ids[1]}-r1`, "TIMED_OUT"],
    [`${ids[2]}-r1`, "ABORTED"],
  ]);
  const ended = lines().map((line) => {
    const status = other.get(String(line.ended).split(":").at(-1) ?? "");
    return JSON.stringify(status ? { ...line, status } : line);
  });
  writeFileSync(journal, `${ended.join("\n")}\n`);
  const cloud = await startCloud({ dataDir: first.dataDir });

  // Twice at once, and again when all are done.
  expect(await redrive(cloud)).toMatch(/, timers started again: 3\n$/);
  expect(await redrive(cloud)).toMatch(entries);
  await cloud.advance("2m");
  expect(await redrive(cloud)).toMatch(entries);
  await cloud.advance("2m");
  const names = ["", "-r1", "-r2"].flatMap((restart) => ids.map((id) => `${id}${restart}`));
  expect(started().sort()).toEqual(names.sort());
  expect(lines().filter(({ status }) => status === "SUCCEEDED")).toHaveLength(3);
}, 240_000);
