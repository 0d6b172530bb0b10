import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapping } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { freePort } from "../../../infra/local/base/loopback.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { CopiedProject } from "../../support/cloud/copied-project.ts";
import { attachDebugger } from "../../support/cloud/debugger.ts";

const project = new CopiedProject();
const SOURCE = join(project.dir, "functions", "agent", "get-product-info.ts");
const LINE = readFileSync(SOURCE, "utf8")
  .split("\n")
  .findIndex((line) => line.includes("documentation:"));
let port = 0;
let detach = () => {};

beforeAll(async () => {
  port = await freePort();
  await project.start("--watch", `--inspect=${port}`);
});
afterAll(() => detach());

/** The map of a script, as an editor reads it. */
const mapOf = (script: string, url: string) =>
  new SourceMap(JSON.parse(readFileSync(fileURLToPath(new URL(url, script)), "utf8")));

/** The first place in a script that comes from this line of the source, if any does. Both count from 0. */
function placeInScript(
  script: string,
  map: SourceMap,
): { lineNumber: number; columnNumber: number } | undefined {
  const lines = readFileSync(fileURLToPath(script), "utf8").split("\n");
  for (const [lineNumber, { length }] of lines.entries())
    for (let columnNumber = 0; columnNumber < length; columnNumber++) {
      const entry = map.findEntry(lineNumber, columnNumber);
      const isIt = "originalSource" in entry && entry.originalSource === pathToFileURL(SOURCE).href;
      if (isIt && entry.originalLine === LINE) return { lineNumber, columnNumber };
    }
  return undefined;
}

test("a breakpoint in a handler's source stops its function there", async () => {
  const stops: string[] = [];
  let map: SourceMap | undefined;
  let resume = () => {};
  detach = await attachDebugger(port, (method, params, command) => {
    if (method === "attached") {
      void command("Debugger.enable").then(() => command("Runtime.runIfWaitingForDebugger"));
      // As an editor does: it stops where a script with a source map begins, and sets the breakpoints there.
      const instrumentation = "beforeScriptWithSourceMapExecution";
      void command("Debugger.setInstrumentationBreakpoint", { instrumentation });
    } else if (method === "Debugger.paused" && params.reason === "instrumentation") {
      const { url, sourceMapURL } = params.data;
      const mapOfScript = mapOf(url, sourceMapURL);
      const place = placeInScript(url, mapOfScript);
      // Packages have source maps too.
      if (!place) return void command("Debugger.resume");
      map = mapOfScript;
      void command("Debugger.setBreakpointByUrl", { url, ...place }).then(() => command("Debugger.resume"));
    } else if (method === "Debugger.paused" && params.reason === "Break on start") {
      void command("Debugger.resume");
    } else if (method === "Debugger.paused") {
      const { lineNumber, columnNumber } = params.callFrames[0].location;
      const entry = map?.findEntry(lineNumber, columnNumber);
      const { originalSource, originalLine } = entry as SourceMapping;
      stops.push(`${fileURLToPath(originalSource)}:${originalLine}`);
      resume = () => void command("Debugger.resume");
    }
  });
  const reply = project.call("/api/agent/product");
  expect(await eventually(async () => stops[0], 20_000)).toBe(`${SOURCE}:${LINE}`);
  resume();
  expect((await reply).status).toBe(200);
});
