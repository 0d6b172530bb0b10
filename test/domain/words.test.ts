import { expect, test } from "@jest/globals";
import { brand, type Feature, featureText } from "../../shared/domain/brand/brand.ts";
import { spanishBrand } from "../../shared/domain/brand/brand-es.ts";
import { preferredLanguage } from "../../shared/domain/text/language.ts";
import * as words from "../../shared/words/words.ts";

const { legalStatements, dayWords, filled } = words;
const catalogues = Object.entries(words).flatMap(([name, both]) =>
  typeof both === "object" && "es" in both && name !== "brandWords" ? [[name, both as Both] as const] : [],
);

type Both = { en: unknown; es: unknown };
type Entry = { path: string; en: unknown; es: unknown };

/** Every entry of a topic in both languages. */
function entries(en: unknown, es: unknown, path: string): Entry[] {
  if (typeof en !== "object" || en === null) return [{ path, en, es }];
  const keys = new Set([...Object.keys(en), ...Object.keys((es ?? {}) as object)]);
  return [...keys].flatMap((key) =>
    entries(
      (en as Record<string, unknown>)[key],
      (es as Record<string, unknown> | undefined)?.[key],
      `${path}.${key}`,
    ),
  );
}

const texts = catalogues.flatMap(([name, { en, es }]) => entries(en, es, name));

/** Words that are the same in both languages, and notes that only a translation has. */
const SAME = new Set(["homeWords.how.flow.own.1"]);
const ONLY_SPANISH = new Set(["legalWords.englishOnly", "calculatorWords.check.disclaimer"]);

test.each(texts.map((entry) => [entry.path, entry] as const))(
  "%s exists in both languages",
  (path, entry) => {
    const en = String(entry.en);
    const es = String(entry.es);
    expect(typeof entry.es).toBe(typeof entry.en);
    expect(es.trim()).not.toBe("");
    if (ONLY_SPANISH.has(path)) return expect(en).toBe("");
    expect(en.trim()).not.toBe("");
    if (SAME.has(path)) return expect(es).toBe(en);
    expect(es).not.toBe(en);
  },
);

test.each(texts.map((entry) => [entry.path, entry] as const))(
  "%s has the same places and marks in both languages",
  (_, entry) => {
    const marks = (entry: unknown) => (String(entry).match(/\*\*|\{\w+\}/g) ?? []).sort();
    expect(marks(entry.es)).toEqual(marks(entry.en));
  },
);

test("the brand's features all have a Spanish name", () => {
  const features = brand.pricing.flatMap((tier) => tier.features.map(({ name }) => name));
  expect(Object.keys(spanishBrand.features).sort()).toEqual([...new Set(features)].sort());
});

test.each([
  ["available", "X", "X"],
  ["sandbox", "X (available in the sandbox)", "X (disponible en el entorno de pruebas)"],
  ["planned", "X (planned)", "X (planeado)"],
] as const)("a feature that is %s says so in both languages", (state, en, es) => {
  const feature = { name: "X", state } as unknown as Feature;
  expect([featureText(feature), featureText(feature, "es")]).toEqual([en, es]);
});

test("an entry is filled once, and a place without a value is a fault", () => {
  expect(filled("{a} and {b}", { a: "{b}", b: 2 })).toBe("{b} and 2");
  expect(() => filled("{a} and {b}", { a: 1 })).toThrow("a place {b}, which got no value");
});

test("legal statements without a translation are in English", () => {
  expect(legalStatements("es")).toEqual({ statements: brand.statements, language: "en" });
});

test("a day is written as each language does", () => {
  const day = "2026-11-22T23:59:59.000Z";
  expect([dayWords(day, "en"), dayWords(day, "es")]).toEqual([
    "November 22, 2026",
    "22 de noviembre de 2026",
  ]);
});

test.each([
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["en-US,en;q=0.9,es;q=0.8", "en"],
  ["fr-CH, fr;q=0.9, es;q=0.7, *;q=0.5", "es"],
  ["en;q=0.3, ES-us;q=0.4", "es"],
  ["es;q=0, en;q=0.1", "en"],
  ["es;q=x", undefined],
  ["fr", undefined],
  ["", undefined],
  ["constructor,__proto__", undefined],
])("the header %p prefers %p", (header, language) => expect(preferredLanguage(header)).toBe(language));
