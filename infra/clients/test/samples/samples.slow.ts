import { describe, expect, test } from "@jest/globals";
import { startCloud } from "../../../../test/support/cloud/cloud.ts";
import { lackOf } from "../../../../test/support/installed-programs.ts";
import { mistakesOf } from "./check-language.ts";
import { samplesOfDocs } from "./page-samples.ts";

const cloud = await startCloud();
const samples = await samplesOfDocs(cloud);

const toolchains = { typescript: "npm", python: "python3", go: "go", java: "javac" };

/** Maven compiles a library and 70 programs. */
const SLOWEST_MS = 900_000;

describe("each sample compiles and does what its text says", () => {
  for (const [language, toolchain] of Object.entries(toolchains)) {
    const lack = lackOf([toolchain]);
    const runs = async () => expect(await mistakesOf(language, cloud, samples)).toEqual([]);
    (lack ? test.skip : test)(`in ${language}${lack}`, runs, SLOWEST_MS);
  }
});
