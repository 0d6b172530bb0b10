import { describe, expect, test } from "@jest/globals";
import { startCloud } from "../../../../test/support/cloud/cloud.ts";
import { run } from "../languages/language.ts";
import { mistakesOf } from "./check-language.ts";
import { samplesOfDocs } from "./page-samples.ts";

const cloud = await startCloud();
const samples = await samplesOfDocs(cloud);

const toolchains = {
  typescript: ["npm", "--version"],
  python: ["python3", "--version"],
  go: ["go", "version"],
  java: ["javac", "--version"],
};

function isInstalled([command = "", ...args]: readonly string[]): boolean {
  try {
    run(".", command, args);
    return true;
  } catch {
    return false;
  }
}

/** Maven compiles a library and 70 programs. */
const SLOWEST_MS = 900_000;

describe("each sample compiles and does what its text says", () => {
  for (const [language, toolchain] of Object.entries(toolchains)) {
    const testIfInstalled = isInstalled(toolchain) ? test : test.skip;
    const name = `in ${language}, where it is installed`;
    const runs = async () => expect(await mistakesOf(language, cloud, samples)).toEqual([]);
    testIfInstalled(name, runs, SLOWEST_MS);
  }
});
