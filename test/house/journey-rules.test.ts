import { expect, test } from "@jest/globals";
import { textFiles } from "./project-text.ts";

/** What a line has that looks into the markup of a page. A check that bytes are nowhere may do so. */
const MARKUP: readonly RegExp[] = [
  /<(?:\\?\/)?(?:a|aside|button|code|d[dlt]|fieldset|footer|form|h[1-6]|head|html|input|li|link|mark|nav|option|p|script>\(|section|select|span|svg|t[dhr]|textarea|time|title|tspan|ul)(?![\w-])/,
  /(?<![[\w-])(?:action|class|data-[\w-]+|href|name|role|value)=\\?["']/,
  // An id that an expression finds in a page. Replies, files and commands have ids in their own places.
  /\/(?:\\.|[^/\\^])*(?:acct|doc|drv|evt|key|mbr|pay|psk|ses|wh)_\\w.*\b(?:html|page|text)\b/,
  /\b(?:html|page|text)\)*\.(?:match|matchAll|replace)\(\/(?:\\.|[^/\\^])*(?:acct|doc|drv|evt|key|mbr|pay|psk|ses|wh)_\\w/,
];

test("journeys read pages by role and text, as `test/support/page.ts` does, and not by their markup", () => {
  const hits = textFiles
    .filter(({ path }) => /^test\/(?:journeys|support\/dashboard)\/.*\.ts$/.test(path))
    .flatMap(({ path, text }) => text.split("\n").map((line, i) => ({ line, at: `${path}:${i + 1}` })))
    .filter(({ line }) => !/\bnot\.|^ *(?:\*|\/[/*])/.test(line) && MARKUP.some((form) => form.test(line)))
    .map(({ at, line }) => `${at}: ${line.trim()}`);
  expect(hits).toEqual([]);
});
