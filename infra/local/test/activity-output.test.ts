import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
} from "node:fs";
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

  test("a folder that cannot be written warns once", () =>
    inFolder(async (dir) => {
      const warnings: string[] = [];
      const file = new ActivityFile(join(dir, "gone"), (message) => warnings.push(message));
      for (const what of ["one", "two"]) file.write(entry({ what }));
      await file.stop();
      expect(warnings).toEqual([expect.stringMatching(/^The activity cannot be stored: ENOENT/)]);
    }));
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

describe("output to a full disk", () => {
  const LINE_OUTPUT = join(import.meta.dirname, "..", "activity", "line-output.ts");
  const PROGRAM = `
    import { LineOutput } from ${JSON.stringify(LINE_OUTPUT)};
    const output = new LineOutput(1, (count) => "skipped " + count);
    let line = 0;
    setInterval(() => output.print(() => "line " + line++), 5);`;

  const numbersIn = (file: string): number[] =>
    [...readFileSync(file, "utf8").matchAll(/^line (\d+)\n/gm)].map(([, number]) => Number(number));

  test("lines that it refuses are counted, and the output continues when there is room", () =>
    inFolder(async (dir) => {
      const file = join(dir, "output");
      // A limit on the size of a file, as a disk that has no room for more.
      const command = 'ulimit -f 1; exec "$0" --input-type=module --eval "$1" >> "$2"';
      const child = spawn("sh", ["-c", command, process.execPath, PROGRAM, file], {
        env: { PATH: process.env.PATH, NODE_OPTIONS: "--no-warnings" },
        stdio: ["ignore", "ignore", "pipe"],
      });
      try {
        await eventually(async () => existsSync(file) && statSync(file).size === 512);
        await new Promise((resolve) => setTimeout(resolve, 100));
        const before = numbersIn(file);
        // There is room again, and the file ends in a cut line.
        truncateSync(file, "line".length);
        await eventually(async () => /^skipped \d+\n/m.test(readFileSync(file, "utf8")));
        const after = numbersIn(file);
        expect(readFileSync(file, "utf8")).toMatch(/^line\nline \d+\n/);
        const [last = 0, next = 0] = [before.at(-1), after[0]];
        expect(before).toEqual(before.map((_, i) => i));
        expect(after).toEqual(after.map((_, i) => next + i));
        expect(next).toBeGreaterThan(last + 1);
        const skipped = Number(/^skipped (\d+)$/m.exec(readFileSync(file, "utf8"))?.[1]);
        expect(skipped).toBeGreaterThanOrEqual(next - last - 1);
      } finally {
        child.kill("SIGKILL");
      }
    }));
});
