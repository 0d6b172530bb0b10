import { describe, expect, test } from "@jest/globals";
import { operations } from "../../shared/contract/service.ts";
import { EventType } from "../../shared/domain/event/event-type.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import type { Sent } from "../support/contract/corpus.ts";
import { apis, corpusOf, emptyFolder } from "../support/contract/corpus-files.ts";
import { lackOf } from "../support/installed-programs.ts";
import { generateIn, generators, refusedBy } from "./programs.ts";

/** Generators install their programs and libraries in the first run. */
const MINUTES = 10 * 60_000;

const corpus = await corpusOf(await sharedCloud());

test("the corpus has a success of every operation, errors, and every event", () => {
  const isError = ({ schema }: Sent) => schema === "Error";
  const named = new Set(corpus.sent.filter((one) => !isError(one)).map(({ operation }) => operation));
  expect(operations.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  expect(EventType.options.filter((type) => !named.has(`event ${type}`))).toEqual([]);
  expect(corpus.sent.filter(isError).length).toBeGreaterThanOrEqual(6);
});

describe.each(generators.map((generator) => [generator.name, generator] as const))(
  "%s",
  (name, generator) => {
    const note = lackOf(generator.needs);
    const given = note ? test.skip : test;

    given.each(apis)(
      `prints no warning, and its client of the %s document reads every reply of today and tomorrow${note}`,
      (api) => {
        const { document, sent, later } = corpus.now[api];
        const folder = emptyFolder(`${name}-${api}`);
        expect(generateIn(folder, generator, document).replace(/^Generating \S+$/, "")).toBe("");
        expect(refusedBy(folder, generator, sent)).toEqual([]);
        expect(refusedBy(folder, generator, later)).toEqual([]);
      },
      MINUTES,
    );

    const strict = generator.isStrict ? given : test.skip;
    strict(
      `its client of the first Platform document, which was closed, refuses a later release's replies${note}`,
      () => {
        const { document: closed, later } = corpus.closed.platform;
        // The generator for Java makes code of these that does not compile.
        const document = JSON.parse(JSON.stringify(closed).replaceAll(',"const":true', ""));
        const folder = emptyFolder(`${name}-closed`);
        generateIn(folder, generator, document);
        const refused = refusedBy(folder, generator, later).join("\n");
        for (const operation of ["create-payout", "get-driver", "get-event", "get-webhook", "list-events"])
          expect(refused).toContain(operation);
      },
      MINUTES,
    );
  },
);
