import { describe, expect, test } from "@jest/globals";
import { lackOf } from "../support/installed-programs.ts";
import { apis, documents, laterBody, sent } from "./corpus.ts";
import { emptyFolder, generateIn, generators, refusedBy } from "./programs.ts";

/** Generators install their programs and libraries in the first run. */
const MINUTES = 10 * 60_000;

describe.each(generators.map((generator) => [generator.name, generator] as const))(
  "%s",
  (name, generator) => {
    const note = lackOf(generator.needs);
    (note ? test.skip : test).each(apis)(
      `prints no warning, and its client of the %s document reads every reply of today and tomorrow${note}`,
      (api) => {
        const ofApi = sent.filter((each) => each.api === api);
        const later = ofApi.map((each) => ({ ...each, body: laterBody(each) }));
        const folder = emptyFolder(`${name}-${api}`);
        expect(generateIn(folder, generator, documents[api]).replace(/^Generating \S+$/, "")).toBe("");
        expect(refusedBy(folder, generator, ofApi)).toEqual([]);
        expect(refusedBy(folder, generator, later)).toEqual([]);
      },
      MINUTES,
    );
  },
);
