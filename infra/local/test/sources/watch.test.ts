import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { watchFiles } from "../../sources/watch.ts";
import { eventually } from "../support/eventually.ts";

let dir = "";
let stop = () => {};
let seen: string[] = [];
let warned: string[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "watch-"));
  seen = [];
  warned = [];
  for (const folder of ["functions/agent", "infra/stack"]) mkdirSync(join(dir, folder), { recursive: true });
  stop = watchFiles(dir, ["functions", "infra/stack", "cdk.json"], {
    changed: (file) => seen.push(file),
    warn: (message) => warned.push(message),
  });
});
afterEach(() => {
  stop();
  rmSync(dir, { recursive: true });
});

const save = (file: string) => writeFileSync(join(dir, file), "1");
const notices = (file: string) => eventually(async () => seen.includes(file), 3_000);

describe("a change is noticed", () => {
  test.each(["functions/agent/a.ts", "infra/stack/a.ts", "cdk.json"])("of the file %s", async (file) => {
    save(file);
    await notices(file);
  });

  test.each(["functions/agent", "functions", "infra/stack"])(
    "in the folder %s after it was deleted and made again",
    async (folder) => {
      rmSync(join(dir, folder), { recursive: true });
      // The watcher hears of the end before the folder is there again.
      await new Promise((resolve) => setTimeout(resolve, 20));
      mkdirSync(join(dir, folder));
      await new Promise((resolve) => setTimeout(resolve, 20));
      save(`${folder}/a.ts`);
      await notices(`${folder}/a.ts`);
    },
  );

  test("of the files of a folder that is moved here", async () => {
    mkdirSync(join(dir, "elsewhere/deep"), { recursive: true });
    save("elsewhere/deep/a.ts");
    renameSync(join(dir, "elsewhere"), join(dir, "functions/moved"));
    await notices("functions/moved/deep/a.ts");
    save("functions/moved/deep/b.ts");
    await notices("functions/moved/deep/b.ts");
  });
});

test("files of other folders are ignored, and nothing is shown", async () => {
  mkdirSync(join(dir, "infra/other"));
  save("infra/other/a.ts");
  save("package.json");
  save("cdk.json");
  await notices("cdk.json");
  expect(new Set(seen)).toEqual(new Set(["cdk.json"]));
  expect(warned).toEqual([]);
});
