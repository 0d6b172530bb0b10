import { expect, test } from "@jest/globals";
import { textFiles } from "./project-text.ts";

const PAGES = /^shared\/(?=(dashboard|pages|site)\/)/;
const files = textFiles
  .filter(({ path }) => PAGES.test(path))
  .map(({ path, text }) => ({ path: path.replace(PAGES, ""), text }));

/** The scripts of the browser belong to the pages that load them. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/^site\/client\/(check-view|home\.client)\./, "site/home"],
  [/^pages\/client\/copy\./, "dashboard"],
  [/^(pages|site)\/client\//, "site/docs"],
];

/** What is in it is for all. */
const LAYOUT = "pages/layout";

/** The folder that a file draws for. */
const folderOf = (path: string): string =>
  SCRIPTS.find(([pattern]) => pattern.test(path))?.[1] ?? path.replace(/\/[^/]*$/, "");

/** A selector's first element, without what is in parentheses: it says where the rule holds. */
function* firstParts(css: string): Generator<string> {
  const rules = css.replace(/\/\*.*?\*\//gs, "").replace(/@(media|supports)[^{]*\{/g, "");
  for (const [, selectors = ""] of rules.matchAll(/([^{}]+)\{[^{}]*\}/g)) {
    let plain = selectors;
    while (plain.includes("(")) plain = plain.replace(/\([^()]*\)/g, "");
    for (const selector of plain.split(",")) yield selector.trim().split(/[\s>+~]/)[0] ?? "";
  }
}

/** A script adds it to the page, and no part of the page owns it. */
const STATE = "js";

const styles = files.filter(({ path }) => path.endsWith(".css"));
const owners = new Map<string, Set<string>>();
for (const { path, text } of styles)
  for (const first of firstParts(text))
    for (const [, name = ""] of first.matchAll(/\.([a-z][\w-]*)/g))
      if (name !== STATE) owners.set(name, (owners.get(name) ?? new Set()).add(folderOf(path)));

/** The names in the class attributes of a file. */
const classesIn = (text: string): string[] =>
  [...text.matchAll(/\bclass(?:=|: )("[^"]*"|\{[^}]*\}|`[^`]*`|[^,;\n]*)/g)].flatMap(([, value = ""]) =>
    [...value.matchAll(/["`]([^"`]*)["`]/g)].flatMap(([, names = ""]) => names.split(/[\s${}]+/)),
  );

test("no two folders have styles for one class, so a rule for one part changes no other", () => {
  const shared = [...owners].filter(([, by]) => by.size > 1).map(([name, by]) => [name, ...by]);
  expect(shared).toEqual([]);
});

test("no file uses a class whose styles are in another folder than its own, those above it or `layout`", () => {
  const foreign = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      classesIn(text)
        .filter((name) => {
          const [owner = LAYOUT] = owners.get(name) ?? [];
          return owner !== LAYOUT && !`${folderOf(path)}/`.startsWith(`${owner}/`);
        })
        .map((name) => `${path}: ${name} of ${owners.get(name)?.values().next().value}`),
    );
  expect(foreign).toEqual([]);
});

test("an element without a class has styles in `layout` alone, because every page has it", () => {
  const strays = styles
    .filter(({ path }) => !path.startsWith(`${LAYOUT}/`))
    .flatMap(({ path, text }) =>
      [...firstParts(text)]
        .filter((first) => /^(?!body:has|:where)[a-z:]/.test(first))
        .map((first) => `${path}: ${first}`),
    );
  expect(strays).toEqual([]);
});

test("every class that has styles is a word of a string", () => {
  const words = files
    .filter(({ path }) => !path.endsWith(".css"))
    .flatMap(({ text }) => text.match(/"[^"\n]*"|`[^`]*`/g) ?? [])
    .flatMap((text) => text.match(/[a-z][\w-]*/g) ?? []);
  const used = new Set(words);
  expect([...owners.keys()].filter((name) => !used.has(name))).toEqual([]);
});

test("every form that posts is a Form, so it has a one-time id and keeps what was typed", () => {
  const raw = files.filter(({ path, text }) => path.endsWith(".tsx") && text.includes('method="post"'));
  expect(raw.map(({ path }) => path)).toEqual([`${LAYOUT}/form.tsx`]);
});
