import { describe, expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { lackOf } from "../support/installed-programs.ts";
import { apis, corpusOf } from "./corpus.ts";
import { emptyFolder, generateIn, generators, refusedBy } from "./programs.ts";

/** Generators install their programs and libraries in the first run. */
const MINUTES = 10 * 60_000;
const corpus = await corpusOf(await sharedCloud());

describe.each(generators.map((generator) => [generator.name, generator] as const))(
  "%s",
  (name, generator) => {
    const note = lackOf(generator.needs);
    (note ? test.skip : test).each(apis)(
      `prints no warning, and its client of the %s document reads every reply of today and tomorrow${note}`,
      (api) => {
        const { document, sent, later } = corpus[api];
        const folder = emptyFolder(`${name}-${api}`);
        expect(generateIn(folder, generator, document).replace(/^Generating \S+$/, "")).toBe("");
        expect(refusedBy(folder, generator, sent)).toEqual([]);
        expect(refusedBy(folder, generator, later)).toEqual([]);
      },
      MINUTES,
    );
  },
);
