import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "@jest/globals";
import { avoidedNames } from "./avoided-names.ts";
import { bannedPhrases } from "./banned-phrases.ts";
import { forOneRun, leftovers, machinePaths } from "./patterns.ts";
import { isSource, type Prose, readProject, root, textFiles } from "./project-text.ts";

const COLUMNS = 110;
const LINES = 70;
const JOURNEY = { lines: 25, expects: 6 };
/** Functions over the limit. Only take entries away. */
const STILL_LONG = ["infra/local/sources/edits.ts: followEdits"];

const { sources, prose } = readProject();

type Text = Pick<Prose, "path" | "text"> & { line?: number };

/** A space in the pattern matches a line break, too. */
function hitsIn({ path, text, line = 1 }: Text, pattern: RegExp): string[] {
  const global = new RegExp(pattern.source.replaceAll(" ", "\\s+"), `${pattern.flags}g`);
  return [...text.matchAll(global)].map(({ 0: hit, index }) => {
    const at = line + text.slice(0, index).split("\n").length - 1;
    return `${path}:${at}: ${hit.replaceAll(/\s+/g, " ")}`;
  });
}

/** Expressions in the store name the attribute `mails`, and test names are for developers. */
const isShown = ({ kind, path }: Prose) => kind === "shown" && !/^(?:test|shared\/store)\//.test(path);

test("text uses no banned phrase", () => {
  const hits = bannedPhrases.flatMap(({ phrase, write, only }) =>
    prose
      .filter((each) => !only || isShown(each))
      .flatMap((each) => hitsIn(each, phrase))
      .map((hit) => `${hit} -> ${write}`),
  );
  expect(hits.sort()).toEqual([]);
});

test(`comments fit ${COLUMNS} columns`, () => {
  const linesOf = new Map(textFiles.map(({ path, text }) => [path, text.split("\n")]));
  const wide = prose
    .filter((each) => each.kind === "comment")
    .flatMap(({ path, line, text }) => text.split("\n").map((_, i) => ({ path, line: line + i })))
    .map(({ path, line }) => ({ path, line, columns: linesOf.get(path)?.[line - 1]?.length ?? 0 }))
    .filter(({ columns }) => columns > COLUMNS);
  expect(wide.map(({ path, line, columns }) => `${path}:${line}: ${columns} columns`)).toEqual([]);
});

test(`a function has at most ${LINES} lines besides its markup`, () => {
  const long = sources.flatMap(({ path, functions }) =>
    functions.filter(({ lines }) => lines > LINES).map(({ name }) => `${path}: ${name}`),
  );
  expect(long.sort()).toEqual(STILL_LONG);
});

test(`a journey has at most ${JOURNEY.lines} lines and ${JOURNEY.expects} assertions`, () => {
  const journeys = sources.filter(({ path }) => /^test\/journeys\/.*\.test\.ts$/.test(path));
  const long = journeys.flatMap(({ path, tests }) =>
    tests
      // Besides its first line and its last.
      .filter(({ lines, expects }) => lines - 2 > JOURNEY.lines || expects > JOURNEY.expects)
      .map(({ line, lines, expects }) => `${path}:${line}: ${lines - 2} lines, ${expects} assertions`),
  );
  expect(long).toEqual([]);
});

test("no name in the code has a word that the glossary avoids", () => {
  const unclear = sources.flatMap(({ path, names }) =>
    avoidedNames.flatMap(({ word, write, except }) =>
      [...names]
        .filter((name) => word.test(name) && !except?.includes(name))
        .map((name) => `${path}: ${name} -> ${write}`),
    ),
  );
  expect(unclear.sort()).toEqual([]);
});

test("no mark of unfinished work is left", () => {
  const comments = prose.filter((each) => each.kind === "comment" || !isSource(each));
  const hits = [
    ...comments.flatMap((each) => leftovers.flatMap((mark) => hitsIn(each, mark))),
    ...textFiles.flatMap((file) => forOneRun.flatMap((code) => hitsIn(file, code))),
  ];
  expect(hits).toEqual([]);
});

test("a count of a command's message has its noun in the right number", () => {
  const messages = textFiles.filter(({ path }) => path.startsWith("shared/operators/"));
  expect(messages.flatMap((file) => hitsIn(file, /\.length\} (?:dead )?[a-z]+s\b/))).toEqual([]);
});

test("no text names a folder of one machine", () => {
  expect(textFiles.flatMap((file) => hitsIn(file, machinePaths))).toEqual([]);
});

test("no relative path leads out of the project", () => {
  const outside = textFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w./])(?:\.\.\/)+\w[\w./-]*/g)]
      .filter(([target]) => normalize(join(dirname(path), target)).startsWith(".."))
      .map(([target]) => `${path}: ${target}`),
  );
  expect(outside).toEqual([]);
});

const markdown = textFiles.filter(({ path }) => path.endsWith(".md"));

/** The texts of the documentation link pages. A journey opens each of their links. */
const ofPages = "shared/site/docs/text/";

test("every link of a document leads to a file", () => {
  const broken = markdown
    .filter(({ path }) => !path.startsWith(ofPages))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = ""]) => target)
        .filter((target) => !existsSync(join(root, dirname(path), target)))
        .map((target) => `${path}: ${target}`),
    );
  expect(broken).toEqual([]);
});

const decisions = markdown.filter(({ path }) => /\/decisions\//.test(path));

test("decisions are at most 40 pages, and each is short", () => {
  expect(decisions.length).toBeLessThanOrEqual(40);
  const most = (path: string) => (path === "README.md" ? 120 : path.includes("/decisions/") ? 80 : 999);
  const long = markdown.filter(({ path, text }) => text.split("\n").length > most(path) + 1);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("each file that a decision names exists", () => {
  const gone = decisions.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w./-]+\.(?:tsx?|jsonl|sh))`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !textFiles.some((file) => `/${file.path}`.endsWith(`/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  expect(gone).toEqual([]);
});
