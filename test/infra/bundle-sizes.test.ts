import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { sizesOf } from "../bench/bundle-size.ts";
import { entryCeilingKb, lazyCeilingKb } from "../bench/ceilings.ts";
import { assemblyDir } from "../support/cloud/bundles.ts";

const bundlesDir = join(assemblyDir, "functions");

describe("a function's bundle is within its ceiling", () => {
  test.each(readdirSync(bundlesDir))("%s", (name) => {
    const { entryKb, lazyKb } = sizesOf(join(bundlesDir, name, "index.mjs"));
    expect(entryKb).toBeLessThanOrEqual(entryCeilingKb(name));
    expect(lazyKb).toBeLessThanOrEqual(lazyCeilingKb(name));
  });
});
