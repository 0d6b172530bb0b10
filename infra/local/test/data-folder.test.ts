import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Checkpoint } from "../event-sources/checkpoint.ts";
import { lockDataFolder, unlockDataFolder } from "../storage/data-folder.ts";
import { Journal } from "../storage/journal.ts";
import { keepClock, openClock } from "../time/clock.ts";
import { inFolder } from "./support/in-folder.ts";

describe("a data folder with damaged files", () => {
  test("a broken clock stops the start with one line that says what to do", () =>
    inFolder((dir) => {
      for (const text of ["", '{"real":1', '{"real":1,"virtual":null,"scale":1,"until":1}']) {
        writeFileSync(join(dir, "clock.json"), text);
        expect(() => openClock(dir, 1)).toThrow(/clock\.json is broken\. Delete it .* or start with --reset/);
      }
    }));

  test("a clock that cannot be stored warns once and keeps running", () =>
    inFolder((dir) => {
      const warnings: string[] = [];
      const clock = openClock(dir, 1);
      const kept = keepClock(join(dir, "gone"), clock, (message) => warnings.push(message));
      kept.stop();
      expect(warnings).toEqual([expect.stringMatching(/^The clock cannot be stored in .*: ENOENT/)]);
    }));

  test("a journal skips a cut line and starts the next value on a line of its own", () =>
    inFolder((dir) => {
      const file = join(dir, "journal.jsonl");
      writeFileSync(file, '{"n":1}\n{"n":2}\n{"n"');
      const journal = new Journal<{ n: number }>(file);
      expect(journal.read()).toEqual([{ n: 1 }, { n: 2 }]);
      journal.append({ n: 3 });
      journal.append({ n: 4 });
      expect(new Journal(file).read()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    }));

  test("a checkpoint has the last position after a restart, however long the one before was", () =>
    inFolder((dir) => {
      const [file, warn] = [join(dir, "stream.checkpoint"), () => {}];
      expect(new Checkpoint(file, warn).reached).toBeUndefined();
      for (const place of ["000000000000012", "7"]) new Checkpoint(file, warn).reach(place);
      expect(new Checkpoint(file, warn).reached).toBe("7");
    }));

  test("a checkpoint that cannot be stored warns and is kept in memory", () =>
    inFolder((dir) => {
      const warnings: string[] = [];
      const checkpoint = new Checkpoint(join(dir, "gone", "file"), (message) => warnings.push(message));
      checkpoint.reach("7");
      expect([checkpoint.reached, warnings.length]).toEqual(["7", 1]);
    }));
});

describe("a data folder that others could read", () => {
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  /** A copy of a data folder, made by a user whose files everybody can read. */
  const openFolder = (dir: string) => {
    chmodSync(dir, 0o755);
    for (const name of ["mailbox.jsonl", "dynamodb.sqlite-wal", "activity.1.jsonl"]) {
      writeFileSync(join(dir, name), "kept");
      chmodSync(join(dir, name), 0o644);
    }
    mkdirSync(join(dir, "logs"));
    chmodSync(join(dir, "logs"), 0o755);
  };

  test("is closed to them, with all that it has, and loses nothing", () =>
    inFolder((dir) => {
      openFolder(dir);
      lockDataFolder(dir);
      const names = ["", "logs", "mailbox.jsonl", "dynamodb.sqlite-wal", "activity.1.jsonl"];
      expect(names.map((name) => mode(join(dir, name)))).toEqual(["700", "700", "600", "600", "600"]);
      expect(readFileSync(join(dir, "mailbox.jsonl"), "utf8")).toBe("kept");
      unlockDataFolder(dir);
      expect(() => statSync(join(dir, "lock"))).toThrow("ENOENT");
    }));

  test("with a file of somebody else, it stays open, and so does the file", () =>
    inFolder((dir) => {
      openFolder(dir);
      writeFileSync(join(dir, "notes.txt"), "");
      chmodSync(join(dir, "notes.txt"), 0o644);
      lockDataFolder(dir);
      const names = ["", "notes.txt", "logs", "mailbox.jsonl"];
      expect(names.map((name) => mode(join(dir, name)))).toEqual(["755", "644", "700", "600"]);
    }));

  test("that its users share, it stays open, and so does a file that a link leads to", () =>
    inFolder((dir) => {
      openFolder(dir);
      const [other, shared] = [join(dir, "mailbox.jsonl"), join(dir, "logs")];
      chmodSync(shared, 0o1777);
      symlinkSync(other, join(shared, "secrets.json"));
      symlinkSync(join(dir, "gone"), join(shared, "clock.json"));
      lockDataFolder(shared);
      expect([shared, other].map(mode)).toEqual(["777", "644"]);
    }));

  test("is closed through a link that the user chose", () =>
    inFolder((dir) => {
      const [folder, link] = [join(dir, "folder"), join(dir, "link")];
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      symlinkSync(folder, link);
      lockDataFolder(link);
      expect(mode(folder)).toBe("700");
    }));

  test("a new folder is closed from the beginning", () =>
    inFolder((dir) => {
      const folder = join(dir, "new", "folder");
      lockDataFolder(folder);
      expect(mode(folder)).toBe("700");
    }));
});
