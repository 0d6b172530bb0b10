import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "@jest/globals";
import { build } from "esbuild";
import { thrownText } from "../../lambda/thrown-text.ts";
import { linkBundle } from "../../sources/linked-bundle.ts";
import { artifactsDir } from "../support/artifacts.ts";

mkdirSync(artifactsDir, { recursive: true });
// A folder may have such a name.
const dir = mkdtempSync(join(artifactsDir, "linked (1)-"));
afterAll(() => rmSync(dir, { recursive: true }));

test("a fault in a bundle that a debugger may attach to names its place in the sources", async () => {
  const [source, maps] = [join(dir, "pay.ts"), join(dir, "source-maps", "pay")];
  const bundle = join(dir, "functions", "pay", "index.mjs");
  writeFileSync(source, "// The first line.\nexport const fault: Error = new Error('broken');\n");
  await build({ entryPoints: [source], outfile: bundle, format: "esm", minify: true, sourcemap: "external" });
  mkdirSync(maps, { recursive: true });
  // The project's bundler writes the sources relative to a folder of the project.
  const map = JSON.parse(readFileSync(`${bundle}.map`, "utf8"));
  rmSync(`${bundle}.map`);
  const SOURCE = "functions/platform/pay.ts";
  writeFileSync(join(maps, "index.mjs.map"), JSON.stringify({ ...map, sources: [`../../${SOURCE}`] }));

  const linked = linkBundle(dir, "pay", join(dir, "data", "inspected"));
  const thrown = { name: "Error", message: "broken", requestId: "1", isAnswer: false };
  const shown = (stack: string) => thrownText("pay", { ...thrown, stack });
  for (const file of [pathToFileURL(bundle).href, pathToFileURL(linked).href, linked])
    for (const frame of [`at ${file}:1:14`, `at async Object.pay (${file}:1:14)`])
      expect(shown(`Error: broken\n    ${frame}`)).toContain(`    at ${SOURCE}:2:`);
});
