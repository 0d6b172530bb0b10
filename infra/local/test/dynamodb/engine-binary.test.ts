import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { enginePackage, installedEngine } from "../../dynamodb/engine-binary.ts";
import { inFolder } from "../support/in-folder.ts";

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
