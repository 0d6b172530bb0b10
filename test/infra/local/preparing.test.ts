import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { alone } from "../../support/process/alone.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "alone-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Above the largest process id of Linux. */
const NO_PROCESS = "99999999";

test("two preparers of one checkout work one after the other, and the lock of a killed one is removed", async () => {
  const lock = join(folder, "preparing");
  symlinkSync(NO_PROCESS, lock);
  let working = 0;
  let most = 0;
  const work = async () => {
    working++;
    most = Math.max(most, working);
    await turn();
    working--;
  };
  await Promise.all([alone(lock, work), alone(lock, work), alone(lock, work)]);
  expect(most).toBe(1);
  await expect(alone(lock, () => Promise.reject(new Error("A mistake")))).rejects.toThrow("A mistake");
  expect(readdirSync(folder)).toEqual([]);
});
