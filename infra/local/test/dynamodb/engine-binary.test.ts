import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { StartupFailure } from "../../base/failure.ts";
import { engineBinary, enginePackage, installedEngine } from "../../dynamodb/engine-binary.ts";
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

test("a platform without an engine gets one line that says what to set", () => {
  expect(enginePackage("win32", "arm64")).toBeUndefined();
  expect(() => engineBinary("sunos", "sparc")).toThrow(
    "There is no database engine for sunos-sparc. Set DYNAMODB_ENDPOINT to the address of a DynamoDB Local.",
  );
  expect(() => engineBinary("sunos", "sparc")).toThrow(StartupFailure);
});

// npm has the package of Linux x64 in its cache, so no registry is needed.
(enginePackage(process.platform, process.arch) ? test : test.skip)(
  "npm installs an engine that runs, once",
  () =>
    inFolder((folder) => {
      const wanted = enginePackage(process.platform, process.arch);
      if (!wanted) throw new Error("Unreachable");
      const binary = installedEngine(wanted, folder);
      expect(execFileSync(binary, ["--version"], { encoding: "utf8" })).toContain(wanted.version);
      expect(installedEngine(wanted, folder)).toBe(binary);
    }),
);

test("a version that npm cannot install is one line, and leaves nothing behind", () =>
  inFolder((folder) => {
    const missing = { name: "@dynoxide/linux-x64", version: "0.0.0-missing", file: "dynoxide" };
    expect(() => installedEngine(missing, folder)).toThrow(
      /^npm could not install @dynoxide\/linux-x64@0\.0\.0-missing: E\w+\. Set DYNAMODB_ENDPOINT/,
    );
    expect(readdirSync(folder)).toEqual([]);
  }));
