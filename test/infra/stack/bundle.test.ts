import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { bundleNamed } from "../../../infra/stack/bundles/bundle-service.ts";
import { entryPoints } from "../../../shared/contract/entry-points.ts";
import { assemblyDir } from "../../support/cloud/bundles.ts";

const dirs: string[] = [];
const newDir = () => {
  const dir = mkdtempSync(join(tmpdir(), "bundles-"));
  dirs.push(dir);
  return dir;
};
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

const filesOf = (assembly: string, name: string) =>
  readdirSync(join(assembly, "functions", name)).map((file) => ({
    file,
    content: readFileSync(join(assembly, "functions", name, file), "utf8"),
  }));

// The second and the third load modules on demand.
const NAMES = ["check-roth-eligibility", "show-page", "serve-mcp"];
const together = newDir();
const inputs = await bundleNamed(NAMES, together);

describe("the bundles of functions", () => {
  test("one that is bundled alone and in a deeper folder has the bytes of one call for all", async () => {
    const [name, alone] = ["serve-mcp", join(newDir(), "some", "folder")];
    await bundleNamed([name], alone);
    expect(filesOf(alone, name)).toEqual(filesOf(together, name));
  });

  test("a function that loads on demand has files beside its entry, and each file has a source map apart", () => {
    const files = filesOf(together, "serve-mcp").map(({ file }) => file);
    expect(files.length).toBeGreaterThan(5);
    expect(readdirSync(join(together, "source-maps", "serve-mcp"))).toEqual(
      files.map((file) => `${file}.map`),
    );
    const contents = NAMES.flatMap((name) => filesOf(together, name)).map(({ content }) => content);
    expect(contents.filter((content) => content.includes("sourceMappingURL"))).toEqual([]);
  });

  test("the sources of a bundle are its modules and what decides how they are bundled", () => {
    expect(inputs["check-roth-eligibility"]).toEqual(
      expect.arrayContaining([
        ...["functions/agent/check-roth-eligibility.ts", "shared/contract/agent/check-roth-eligibility.ts"],
        ...["infra/stack/bundle.ts", "tsconfig.json", "node_modules/.package-lock.json"],
      ]),
    );
    expect(inputs["check-roth-eligibility"]).not.toContain("shared/pages/client/home.client.ts");
    expect(inputs["show-page"]).toEqual(
      expect.arrayContaining([
        ...["shared/pages/client/home.client.ts", "shared/pages/layout/base.css"],
        // The documentation is drawn from these while the function is bundled.
        ...["shared/pages/docs/docs-webhooks.tsx", "shared/contract/platform/payments/create-payout.ts"],
        ...["infra/tools/clients/samples/python-samples.ts", "infra/tools/clients/samples/guides/errors.py"],
      ]),
    );
  });

  test("a file of which the bundle has only a constant, written into other code, is one of its sources", async () => {
    const { "sync-platform": files } = await bundleNamed(["sync-platform"], newDir());
    expect(files).toContain("shared/domain/earnings/earnings-source.ts");
  });

  test("no function imports node:http while it loads, because that loads Node's client of WebSockets", () => {
    const importsHttp = /(from|import) ?["'](node:)?http["']/;
    const entries = entryPoints.map(({ name }) => filesOf(assemblyDir, name));
    expect(entries.length).toBeGreaterThan(80);
    const files = entries.flat().filter(({ content }) => importsHttp.test(content));
    expect(files.map(({ file }) => file)).toEqual([]);
  });

  test("a bundling that fails leaves no bundle", async () => {
    const dir = newDir();
    await expect(bundleNamed(["no-such-function"], dir)).rejects.toThrow(
      "No record is named no-such-function",
    );
    expect(readdirSync(dir)).toEqual([]);
  });
});
