import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Checkpoint } from "../event-sources/checkpoint.ts";
import { noteUrl, urlIn } from "../base/running.ts";
import { lockDataFolder, unlockDataFolder } from "../storage/data-folder.ts";
import { Journal } from "../storage/journal.ts";
import { openClock } from "../time/clock.ts";
import { inFolder } from "./support/in-folder.ts";

test("a broken clock stops the start with one line that says what to do", () =>
  inFolder((dir) => {
    for (const text of ["", '{"real":1', '{"real":1,"virtual":null,"scale":1,"until":1}']) {
      writeFileSync(join(dir, "clock.json"), text);
      expect(() => openClock(dir, 1)).toThrow(/clock\.json is broken\. Delete it .* or start with --reset/);
    }
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
    const file = join(dir, "stream.checkpoint");
    const warn = () => {};
    expect(new Checkpoint(file, warn).reached).toBeUndefined();
    for (const place of ["000000000000012", "7"]) new Checkpoint(file, warn).reach(place);
    expect(new Checkpoint(file, warn).reached).toBe("7");
  }));

test("a command finds the running service by its data folder, and none after its end", () =>
  inFolder((dir) => {
    expect(urlIn(dir)).toBeUndefined();
    lockDataFolder(dir);
    expect(urlIn(dir)).toBeUndefined();
    noteUrl(dir, "http://localhost:4102");
    expect(urlIn(dir)).toBe("http://localhost:4102");
    unlockDataFolder(dir);
    expect(urlIn(dir)).toBeUndefined();
    // Above the largest process id of Linux: that of a service which was killed.
    writeFileSync(join(dir, "lock"), "99999999 http://localhost:4102");
    expect(urlIn(dir)).toBeUndefined();
  }));

test("a module that writes files throws to its caller or writes through the guarded writer", () => {
  const local = join(import.meta.dirname, "..");
  const writes = /\b(?:appendFile|createWriteStream|writeFile|writeSync|rename)(?:Sync)?\(/;
  // These write what a start and a bundle need, whose failure says what to do.
  const others = /^(?:test|base\/running|storage|sources|dynamodb\/engine-binary|lambda\/threads)\b/;
  const unguarded = readdirSync(local, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !others.test(file))
    .filter((file) => {
      const text = readFileSync(join(local, file), "utf8");
      return writes.test(text) && !text.includes("GuardedWriter(");
    });
  expect(unguarded).toEqual([]);
});

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
/** A copy of a data folder, made by a user whose files everybody can read. */
const openFolder = (dir: string) => {
  chmodSync(dir, 0o755);
  for (const name of ["mailbox.jsonl", "dynamodb.sqlite-wal", "activity.1.jsonl", "alarms.json"]) {
    writeFileSync(join(dir, name), "kept");
    chmodSync(join(dir, name), 0o644);
  }
  mkdirSync(join(dir, "logs"));
  chmodSync(join(dir, "logs"), 0o755);
};

test("a data folder that others could read is closed to them, with all that it has, and loses nothing", () =>
  inFolder((dir) => {
    openFolder(dir);
    lockDataFolder(dir);
    const names = ["", "logs", "mailbox.jsonl", "dynamodb.sqlite-wal", "activity.1.jsonl"];
    expect(names.map((name) => mode(join(dir, name)))).toEqual(["700", "700", "600", "600", "600"]);
    expect(readFileSync(join(dir, "mailbox.jsonl"), "utf8")).toBe("kept");
    unlockDataFolder(dir);
    expect(() => statSync(join(dir, "lock"))).toThrow("ENOENT");
  }));

test("a new folder is closed from the beginning", () =>
  inFolder((dir) => {
    const folder = join(dir, "new", "folder");
    lockDataFolder(folder);
    expect(mode(folder)).toBe("700");
  }));
