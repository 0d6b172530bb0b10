import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Checkpoint } from "../dynamodb/checkpoint.ts";
import { Journal } from "../storage/journal.ts";
import { keepClock, openClock } from "../timers/clock.ts";
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
