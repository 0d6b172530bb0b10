import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { placesOfFault } from "../../../infra/operations/fault.ts";
import { bundleNamed } from "../../../infra/stack/bundles/bundle-service.ts";
import { opsWith } from "../../support/cloud/ops.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const NAME = "get-product-info";
const assemblyDir = mkdtempSync(join(tmpdir(), "fault-"));
await bundleNamed([NAME], assemblyDir);
afterAll(() => rmSync(assemblyDir, { recursive: true }));
const SOURCE = `shared/contract/agent/${NAME}.ts`;
const TEXT = '"Portable Roth IRA"';

/** Where a text is in a file for the last time: `line:column`, from 1. */
function placeIn(file: string, text: string): string {
  const whole = readFileSync(file, "utf8");
  const lines = whole.slice(0, whole.lastIndexOf(text)).split("\n");
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}
const bundled = join(assemblyDir, "functions", NAME, "index.mjs");
// The brand has the text too, and comes before the record that uses it.
const place = placeIn(bundled, TEXT);
const source = `${SOURCE}:${placeIn(join(root, SOURCE), TEXT)}`;
const onAws = `at answer (file:///var/task/index.mjs:${place})`;

describe("the places of a fault in the sources", () => {
  const from = ["--assembly", assemblyDir];

  test("a log line of AWS names its function, so its frames alone lead to the sources", () => {
    const line = JSON.stringify({
      message: "fault",
      operation: "a-tool",
      bundle: NAME,
      frames: [onAws, onAws],
    });
    // This one is Lambda's own program.
    const runtime = `at Runtime.handleOnce (file:///var/runtime/index.mjs:${place})`;
    expect(placesOfFault([runtime, line, ...from])).toBe(`${source}\n${source}`);
    expect(placesOfFault([JSON.stringify(line), ...from])).toBe(`${source}\n${source}`);
  });

  test("a frame of the local cloud names the bundle's folder", () => {
    expect(placesOfFault([`    at async Y (file://${bundled}:${place})`])).toBe(source);
  });

  test("a frame alone needs the function's name", () => {
    expect(placesOfFault([`index.mjs:${place}`, "--function", NAME, ...from])).toBe(source);
    expect(() => placesOfFault([`index.mjs:${place}`, ...from])).toThrow(/add --function NAME/);
  });

  test.each([
    ["no frame", ["hello", ...from], /has no frame such as/],
    ["nothing", [], /has no frame such as/],
    ["an unknown function", [onAws, "--function", "no-such", ...from], /has no source map of no-such/],
    [
      "a line after the bundle's end",
      ["index.mjs:9999:1", "--function", NAME, ...from],
      /of different commits/,
    ],
    ["a place that no source has", ["index.mjs:1:1", "--function", NAME, ...from], /of different commits/],
    ["an unknown option", [onAws, "--fuction", NAME], /Unknown option --fuction\. Did you mean --function/],
  ])("%s is refused in one line", (_, args, reason) => {
    expect(() => placesOfFault(args)).toThrow(reason);
    expect(() => placesOfFault(args)).not.toThrow(/\n/);
  });
});

test("npm run ops -- fault prints the places, or one line and exit code 1", async () => {
  const shown = await opsWith({}, "fault", `file://${bundled}:${place}`);
  expect(shown).toEqual({ code: 0, stdout: `${source}\n`, stderr: "" });
  const refused = await opsWith({}, "fault", "hello");
  expect(refused).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^FRAMES has no frame .*\n$/),
  });
});
