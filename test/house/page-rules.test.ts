import { expect, test } from "@jest/globals";
import { textFiles } from "./project-text.ts";

const PAGES = "shared/pages/";
const files = textFiles
  .filter(({ path }) => path.startsWith(PAGES))
  .map(({ path, text }) => ({ path: path.slice(PAGES.length), text }));

/** The scripts of the browser belong to the pages that load them. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/^client\/(growth-view|check-view|home\.client)\./, "home"],
  [/^client\/developers\./, "developers"],
  [/^client\//, "docs"],
];

/** The part of the pages that a file draws. What is in `layout` is for all. */
const partOf = (path: string): string =>
  SCRIPTS.find(([pattern]) => pattern.test(path))?.[1] ??
  /^(home|docs|developers)\//.exec(path)?.[1] ??
  "layout";

/** The classes of a selector that hold wherever the class is used: those of its first element. */
function* globalClasses(css: string): Generator<string> {
  const rules = css.replace(/\/\*.*?\*\//gs, "").replace(/@(media|supports)[^{]*\{/g, "");
  for (const [, selectors = ""] of rules.matchAll(/([^{}]+)\{[^{}]*\}/g))
    for (const selector of selectors.split(",")) {
      const [first = ""] = selector.trim().split(/[\s>+~]/);
      for (const [, name = ""] of first.matchAll(/\.([a-z][\w-]*)/g)) yield name;
    }
}

const owners = new Map<string, Set<string>>();
for (const { path, text } of files.filter((one) => one.path.endsWith(".css")))
  for (const name of globalClasses(text)) owners.set(name, (owners.get(name) ?? new Set()).add(partOf(path)));

/** The names in the class attributes of a file. */
const classesIn = (text: string): string[] =>
  [...text.matchAll(/\bclass(?:=|: )("[^"]*"|\{[^}]*\}|`[^`]*`|[^,;\n]*)/g)].flatMap(([, value = ""]) =>
    [...value.matchAll(/["`]([^"`]*)["`]/g)].flatMap(([, names = ""]) => names.split(/[\s${}]+/)),
  );

test("no two parts of the pages style one class, so a rule for one changes no other", () => {
  const shared = [...owners].filter(([, parts]) => !parts.has("layout") && parts.size > 1);
  expect(shared.map(([name, parts]) => `${name}: ${[...parts].join(", ")}`)).toEqual([]);
});

test("no page uses a class that the stylesheet has for another part", () => {
  const foreign = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      classesIn(text)
        .filter((name) => {
          const parts = owners.get(name);
          return parts && !parts.has("layout") && !parts.has(partOf(path));
        })
        .map((name) => `${path}: ${name}`),
    );
  expect(foreign).toEqual([]);
});

test("every form that posts is a Form, so it has a one-time id and keeps what was typed", () => {
  const raw = files.filter(({ path, text }) => path.endsWith(".tsx") && text.includes('method="post"'));
  expect(raw.map(({ path }) => path)).toEqual(["layout/form.tsx"]);
});
