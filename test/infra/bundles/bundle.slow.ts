import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { FIRST_CALLS } from "../../../infra/local/sources/assembly.ts";
import { bundleNamed } from "../../../infra/stack/bundles/bundle-service.ts";
import { entryPoints } from "../../../shared/contract/entry-points.ts";
import { assemblyDir } from "../../support/cloud/bundles.ts";

const dir = mkdtempSync(join(tmpdir(), "bundles-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const filesOf = (name: string, assembly = assemblyDir) =>
  readdirSync(join(assembly, "functions", name)).map((file) => ({
    file,
    content: readFileSync(join(assembly, "functions", name, file), "utf8"),
  }));
/** What the bundler said that a bundle was made from. */
const sourcesOf = (name: string): string[] =>
  Object.keys(JSON.parse(readFileSync(join(assemblyDir, "inputs", `${name}.json`), "utf8")).files);

test("the functions that the local cloud bundles first exist", () => {
  const names = entryPoints.map(({ name }) => name);
  expect(FIRST_CALLS.filter((name) => !names.includes(name))).toEqual([]);
});

test("a function that is bundled alone and in a deeper folder has the bytes of one call for all", async () => {
  // It loads modules on demand.
  const name = "register-partner";
  const alone = join(dir, "some", "folder");
  await bundleNamed([name], alone);
  expect(filesOf(name, alone).length).toBeGreaterThan(1);
  expect(filesOf(name, alone)).toEqual(filesOf(name));
});

test("a function that loads on demand has files beside its entry, and each file has a source map apart", () => {
  const files = filesOf("serve-mcp");
  expect(files.length).toBeGreaterThan(5);
  // The folder may still have those of an earlier bundle.
  const maps = readdirSync(join(assemblyDir, "source-maps", "serve-mcp"));
  expect(maps).toEqual(expect.arrayContaining(files.map(({ file }) => `${file}.map`)));
  expect(files.filter(({ content }) => content.includes("sourceMappingURL"))).toEqual([]);
});

test("the sources of a bundle are its modules and what decides how they are bundled", () => {
  expect(sourcesOf("check-roth-eligibility")).toEqual(
    expect.arrayContaining([
      "functions/agent/check-roth-eligibility.ts",
      "shared/contract/agent/check-roth-eligibility.ts",
      "infra/stack/bundle.ts",
      "tsconfig.json",
      "node_modules/.package-lock.json",
    ]),
  );
  expect(sourcesOf("check-roth-eligibility")).not.toContain("shared/site/client/home.client.ts");
  expect(sourcesOf("show-page")).toEqual(
    expect.arrayContaining([
      "shared/site/client/home.client.ts",
      "shared/pages/layout/base.css",
      // The documentation is drawn from these while the function is bundled.
      "shared/site/docs/docs-webhooks.tsx",
      "shared/contract/platform/payments/create-payout.ts",
      "infra/clients/samples/python-samples.ts",
      "infra/clients/samples/guides/errors.py",
    ]),
  );
  // Of this one, the bundle has only a constant, written into other code.
  expect(sourcesOf("sync-platform")).toContain("shared/domain/earnings/earnings-source.ts");
});

test("no function imports node:http while it loads, because that loads Node's client of WebSockets", () => {
  const importsHttp = /(from|import) ?["'](node:)?http["']/;
  const entries = entryPoints.map(({ name }) => filesOf(name));
  expect(entries.length).toBeGreaterThan(80);
  const files = entries.flat().filter(({ content }) => importsHttp.test(content));
  expect(files.map(({ file }) => file)).toEqual([]);
});

test("a bundling that fails leaves no bundle", async () => {
  const failed = join(dir, "failed");
  await expect(bundleNamed(["no-such-function"], failed)).rejects.toThrow(
    "No record is named no-such-function",
  );
  expect(readdirSync(dir)).not.toContain("failed");
});
