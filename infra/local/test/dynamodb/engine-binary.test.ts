import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { enginePackage, installedEngine } from "../../dynamodb/engine-binary.ts";
import { inFolder } from "../support/in-folder.ts";

test.each([
  ["linux", "x64", "dynoxide"],
  ["linux", "arm64", "dynoxide"],
  ["darwin", "arm64", "dynoxide"],
  ["darwin", "x64", "dynoxide"],
  ["win32", "x64", "dynoxide.exe"],
])("%s-%s has an engine in a package of its own", (platform, arch, file) => {
  expect(enginePackage(platform, arch)).toEqual({
    name: `@dynoxide/${platform}-${arch}`,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    file,
  });
});

// npm has the package of Linux x64 in its cache, so no registry is needed.
(enginePackage(process.platform, process.arch) ? test : test.skip)(
  "npm installs an engine that runs, once",
  () =>
    inFolder((folder) => {
      const name = enginePackage(process.platform, process.arch);
      if (!name) throw new Error("Unreachable");
      const binary = installedEngine(name, folder);
      expect(execFileSync(binary, ["--version"], { encoding: "utf8" })).toContain(name.version);
      expect(installedEngine(name, folder)).toBe(binary);
    }),
);
