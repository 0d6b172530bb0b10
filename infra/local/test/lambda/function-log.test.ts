import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { FunctionLog } from "../../lambda/function-log.ts";
import { WatchedMetrics } from "../../platform/metrics.ts";
import { eventually } from "../support/eventually.ts";
import { inFolder } from "../support/in-folder.ts";

const allowed = { role: "role", logGroup: "svc", logStream: "arn:logs" };

test("a log that could not be written for a while warns once, and then continues", () =>
  inFolder(async (dir) => {
    const logsDir = join(dir, "logs");
    const file = join(logsDir, "teller.log");
    const warnings: string[] = [];
    const iam = { allows: async () => true } as never;
    const warn = (message: string) => warnings.push(message);
    const log = new FunctionLog("teller", { iam, logsDir, metrics: new WatchedMetrics(), warn });
    // A missing folder ends the stream, as a full disk does.
    await eventually(async () => warnings.length > 0, 5_000);
    log.write("lost\n", allowed);
    await new Promise((resolve) => setTimeout(resolve, 50));
    mkdirSync(logsDir);
    await eventually(async () => {
      log.write("kept\n", allowed);
      return existsSync(file) && readFileSync(file, "utf8").includes("kept");
    }, 5_000);
    await log.end();
    expect(warnings).toEqual([expect.stringMatching(/^The log of teller cannot be written: ENOENT/)]);
  }));
