import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { startCloud } from "../support/cloud/cloud.ts";
import { wholeJourney } from "../support/journeys/whole-journey.ts";

const MINUTES = Number(process.env.MINUTES ?? 30);
/** A third of what this test measured, 1,538 MB, when each function kept its idle environments. */
const MAX_MB = 512;

test(`after ${MINUTES} minutes of every feature in turn, the local cloud uses at most ${MAX_MB} MB`, async () => {
  const cloud = await startCloud({ timeScale: 300, asNpmStart: true });
  const residentMb = () => {
    const status = readFileSync(`/proc/${cloud.process?.pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  };
  const seen: number[] = [];
  for (const end = Date.now() + MINUTES * 60_000; Date.now() < end; await sleep(20_000)) {
    await wholeJourney(cloud, 60_000);
    seen.push(residentMb());
  }
  process.stdout.write(`Resident memory in MB after each journey: ${seen.join(" ")}\n`);
  expect(seen.at(-1)).toBeLessThanOrEqual(MAX_MB);
}, 3_000_000);
