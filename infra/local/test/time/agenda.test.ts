import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { inFolder } from "../support/in-folder.ts";

const time = join(import.meta.dirname, "..", "..", "time");
/** Jest's own `process` gets no warnings of Node's. */
const PROGRAM = `
  import { Agenda } from ${JSON.stringify(join(time, "agenda.ts"))};
  import { openClock, virtualNow } from ${JSON.stringify(join(time, "clock.ts"))};
  const clock = openClock(process.argv[1], 60);
  const agenda = new Agenda(clock);
  const overdue = (days, name) => agenda.at(virtualNow(clock) - days * 86_400_000, () => console.log(name));
  overdue(1, "later");
  overdue(40, "earlier");
  agenda.at(virtualNow(clock) + 1, () => console.log("in time"));`;

test("timers that are long overdue run in their order, and Node warns of none", () =>
  inFolder((dir) => {
    const args = ["--input-type=module", "--eval", PROGRAM, dir];
    const env = { PATH: process.env.PATH };
    const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "earlier\nlater\nin time\n", stderr: "" });
  }));
