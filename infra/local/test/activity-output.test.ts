import { execFileSync } from "node:child_process";
import { appendFileSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { ActivityEntry } from "../activity/activity.ts";
import { ActivityFile, activityFile } from "../activity/activity-file.ts";
import { ActivityReader } from "../activity/activity-reader.ts";
import { LineOutput } from "../activity/line-output.ts";
import { eventually } from "./support/eventually.ts";
import { inFolder } from "./support/in-folder.ts";

const entry = ({ what }: { what: string }): ActivityEntry => ({
  at: "2026-11-22T04:16:59.123Z",
  kind: "request",
  what,
  result: "200",
  failed: false,
});

describe("the record in the data folder", () => {
  const ignore = () => {};
  const whats = (entries: ActivityEntry[]) => entries.map(({ what }) => what);

  test("what was written is read, by its owner only, and a torn line is skipped", () =>
    inFolder(async (dir) => {
      const first = new ActivityFile(dir, ignore);
      first.write(entry({ what: "one" }));
      await first.stop();
      appendFileSync(activityFile(dir), '{"at":"2026');
      const second = new ActivityFile(dir, ignore);
      second.write(entry({ what: "two" }));
      await second.stop();
      expect(whats(new ActivityReader(dir).next())).toEqual(["one", "two"]);
      expect(statSync(activityFile(dir)).mode & 0o777).toBe(0o600);
    }));

  test("a line that is not whole yet is read once, when it is whole", () =>
    inFolder((dir) => {
      const reader = new ActivityReader(dir);
      const text = `${JSON.stringify(entry({ what: "näme" }))}\n`;
      appendFileSync(activityFile(dir), text.slice(0, 50));
      expect(reader.next()).toEqual([]);
      appendFileSync(activityFile(dir), text.slice(50));
      expect(whats(reader.next())).toEqual(["näme"]);
      expect(reader.next()).toEqual([]);
    }));

  test.each([100, 200, 300])(
    "a file of %i bytes becomes the earlier one, and a reader misses nothing",
    (most) =>
      inFolder(async (dir) => {
        const reader = new ActivityReader(dir);
        const seen: string[] = [];
        for (let i = 0; i < 6; i++) {
          const file = new ActivityFile(dir, ignore, most);
          file.write(entry({ what: `entry ${i}` }));
          await file.stop();
          if (i % 2 === 1) seen.push(...whats(reader.next()));
        }
        expect(seen).toEqual(Array.from({ length: 6 }, (_, i) => `entry ${i}`));
        const sizes = ["activity.jsonl", "activity.1.jsonl"].map((name) => statSync(join(dir, name)).size);
        expect(Math.max(...sizes)).toBeLessThan(most + 200);
      }),
  );
});

describe("output to a pipe", () => {
  const pipe = (dir: string) => {
    const path = join(dir, "pipe");
    execFileSync("mkfifo", [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    return { reader, writer };
  };
  const skipped = (count: number) => `skipped ${count}`;

  /** What the pipe has now. */
  const read = (fd: number): string => {
    const bytes = Buffer.alloc(1_000_000);
    try {
      return bytes.toString("utf8", 0, readSync(fd, bytes));
    } catch {
      return "";
    }
  };

  test("while no program reads, lines wait up to a limit and the rest is counted; a late reader gets both", () =>
    inFolder(async (dir) => {
      const { reader, writer } = pipe(dir);
      const output = new LineOutput(writer, skipped);
      const printed = (from: number, to: number) => {
        for (let i = from; i < to; i++) output.print(() => `${i} ${"x".repeat(100)}`);
      };
      printed(0, 2_000);
      // The pipe is full of the first batch when the second waits.
      await new Promise((resolve) => setTimeout(resolve, 100));
      printed(2_000, 5_000);
      let text = "";
      await eventually(async () => {
        text += read(reader);
        return text.includes("skipped");
      });
      const lines = text.trim().split("\n");
      expect(lines.slice(0, -1).map((line) => Number(line.split(" ")[0]))).toEqual(
        Array.from({ length: 4_000 }, (_, i) => i),
      );
      expect(lines.at(-1)).toBe("skipped 1000");
      for (const fd of [reader, writer]) closeSync(fd);
    }));

  test("a closed pipe ends the output, and no error is thrown", () =>
    inFolder(async (dir) => {
      const { reader, writer } = pipe(dir);
      const output = new LineOutput(writer, skipped);
      closeSync(reader);
      let built = 0;
      const print = () => output.print(() => `line ${++built}`);
      print();
      await eventually(async () => {
        const before = built;
        print();
        return built === before;
      });
      closeSync(writer);
    }));
});
