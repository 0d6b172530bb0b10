import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { requestIdOf } from "./trace.ts";

const logsIn = (dataDir: string): string => join(dataDir, "logs");

export const functionsOf = (dataDir: string): string[] =>
  existsSync(logsIn(dataDir)) ? readdirSync(logsIn(dataDir)).map((file) => basename(file, ".log")) : [];

export const logLinesOf = (dataDir: string, request: string): { name: string; line: string }[] =>
  functionsOf(dataDir).flatMap((name) =>
    readFileSync(join(logsIn(dataDir), `${name}.log`), "utf8")
      .split("\n")
      .filter((line) => requestIdOf(line)?.startsWith(request) || line.includes(`"request_id":"${request}`))
      .map((line) => ({ name, line })),
  );
