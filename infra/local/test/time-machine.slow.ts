import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import type { Advanced } from "../control/time-machine.ts";
import { endClouds, newFolder } from "./support/cloud-process.ts";
import { eventually } from "./support/eventually.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "./support/local-cloud.ts";
import { appThatWaits } from "./support/time-fixture.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const assembly = fixtureAssembly(appThatWaits);

afterEach(endClouds);
afterAll(removeFixtures);

const start = (dataDir = newFolder()) => startLocalCloud({ assembly, dataDir });

/** What the function heard, and when by its own clock. The log of an invocation may follow its end. */
async function heard(cloud: LocalCloud, count: number): Promise<{ word: string; at: number }[]> {
  const lines = () =>
    cloud
      .logs()
      .split("\n")
      .filter((line) => line.startsWith('{"word"'));
  await eventually(async () => lines().length >= count);
  return lines().map((line) => JSON.parse(line));
}

const advance = async (cloud: LocalCloud, wish: object): Promise<Advanced> =>
  (await cloud.post("/_local/clock", wish)).json;

describe("an advance of the clock", () => {
  test("everything that is due happens in order, each at its own instant", async () => {
    const cloud = await start();
    const from = await cloud.now();
    await cloud.invoke("caller", {
      work: [
        ["delayed", 600],
        ["again", 0],
      ],
      gathered: "gathered",
      wait: { at: new Date(from + 90 * MINUTE).toISOString(), say: "waited" },
      item: { pk: { S: "expired" }, ttl: { N: String(Math.floor((from + 20 * HOUR) / 1000)) } },
    });
    await cloud.advance("36h");
    expect(Math.abs((await cloud.now()) - from - 36 * HOUR)).toBeLessThan(10 * SECOND);

    const midnight = Math.ceil(from / DAY) * DAY;
    const due = [
      { word: "again", at: from },
      { word: "gathered", at: from + 5 * MINUTE },
      { word: "delayed", at: from + 10 * MINUTE },
      { word: "again", at: from + 45 * MINUTE },
      { word: "waited", at: from + 90 * MINUTE },
      { word: "midnight", at: midnight },
      ...(midnight + DAY <= from + 36 * HOUR ? [{ word: "midnight", at: midnight + DAY }] : []),
    ].sort((a, b) => a.at - b.at);
    // Expired items are deleted four times a day, so a midnight may come first.
    due.push({ word: "expired", at: from + 20 * HOUR });
    const isLast = ({ word }: { word: string }) => Number(word === "expired");
    const happened = (await heard(cloud, due.length)).sort((a, b) => isLast(a) - isLast(b));
    expect(happened.map(({ word }) => word)).toEqual(due.map(({ word }) => word));
    for (const [i, { word, at }] of happened.entries()) {
      const late = at - (due[i]?.at ?? 0);
      expect([word, late >= 0, late < (word === "expired" ? 361 * MINUTE : 10 * SECOND)]).toEqual([
        word,
        true,
        true,
      ]);
    }
  });

  test("time stops at a function that does not end, and the reply names it", async () => {
    const cloud = await start();
    void cloud.invoke("sleeper", {}).catch(() => {});
    await eventually(async () => (await cloud.usage()).sleeper?.invocations === 1);
    const stopped = await advance(cloud, { advance: "3d", timeout: "0.2s" });
    expect(stopped).toMatchObject({ at_rest: false, under_way: ["1 invocation of sleeper"] });
    expect(Date.parse(stopped.now) - Date.parse(stopped.from)).toBeLessThan(10 * SECOND);
  });

  test("time stops at records that fail for ever, and the reply names their function", async () => {
    const cloud = await start();
    await cloud.invoke("caller", { item: { pk: { S: "poison" } } });
    const { at_rest, under_way } = await advance(cloud, { advance: "3d", timeout: "1s" });
    expect(at_rest).toBe(false);
    expect(under_way).toContainEqual(expect.stringMatching(/^the stream's records for arn:.*:Note/));
  });
});

/** Runs `npm run clock -- ...args`. */
const clock = ({ url }: LocalCloud, ...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const program = join(import.meta.dirname, "..", "clock.ts");
    const env = { ...process.env, NODE_OPTIONS: "" };
    const all = [program, "--port", new URL(url).port, ...args];
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

test("npm run clock prints the time, lets time pass, and prints JSON", async () => {
  const cloud = await start();
  const shown = await clock(cloud);
  expect(Math.abs(Date.parse(shown.stdout.trim()) - (await cloud.now()))).toBeLessThan(10_000);
  // The clock waits for the sleeper, and shows meanwhile how far it is.
  void cloud.invoke("sleeper", {}).catch(() => {});
  await eventually(async () => (await cloud.usage()).sleeper?.invocations === 1);
  const advanced = await clock(cloud, "+10h");
  expect(advanced.stderr).toMatch(/^(Reached \d{4}-\d\d-\d\d \d\d:\d\d, \d+ % of 10h\.\n)+$/);
  expect(advanced).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\S+Z -> \S+Z\nEverything that was due has happened\.\n$/),
  });
  expect(JSON.parse((await clock(cloud, "--json", "+1m")).stdout)).toMatchObject({ at_rest: true });
  expect(JSON.parse((await clock(cloud, "--json")).stdout)).toEqual({ now: expect.any(String) });
  const stderr = expect.stringMatching(/^advance must be a span/);
  expect(await clock(cloud, "+soon")).toMatchObject({ code: 1, stdout: "", stderr });
});
