import { expect, test } from "@jest/globals";
import { textFiles } from "./project-text.ts";

/** What compares or rounds has an edge. */
const EDGE = / (?:<|>|<=|>=) |Math\./;
/** An exported function with its comment, as far as the next declaration. */
const RULE =
  /(?<comment>\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export (?:async )?(?:function\*? (?<name>\w+)|const (?<constant>\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>]*>)?\()[\s\S]*?(?=^(?:export|const|function|async|type|\/\*\*)|(?![\s\S]))/gm;
const IMPORT = /import (?:type )?\{([^}]*)\} from "[^"]*shared\/domain\/[^"]*"/g;

/** Tested as parts of a larger rule, by these suites, which walk or audit. */
const elsewhere: Record<string, string> = {
  profileChanges: "test/journeys/account",
  faultsOfPayout: "test/store/ledger-audit",
  sumsOfDriver: "test/store/ledger-audit",
  missingContributions: "test/store/ledger-audit",
  correctedBy: "test/store/payout-writes",
  returnedOf: "test/store/payout-writes",
  settlementSums: "test/store/settlements",
  settlementOf: "test/store/settlements",
  nextFile: "test/store/bank-files",
  fileSettlesAt: "test/store/bank-files",
  notEmpty: "test/contract/openapi",
  timelineOf: "test/journeys/timeline",
};

test("each exported rule of the domain that compares or rounds has an example or a direct test", () => {
  const suites = textFiles.filter(({ path }) => /^(?:test|shared\/\w+\/test)\/.*\.tsx?$/.test(path));
  const tested = new Set(
    suites.flatMap(({ text }) =>
      [...text.matchAll(IMPORT)].flatMap(([, names = ""]) =>
        names.split(",").map((name) => name.trim().replace(/^type | as .*/g, "")),
      ),
    ),
  );
  const rules = textFiles
    .filter(({ path }) => /^shared\/domain\/.*\.tsx?$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(RULE)])
    .map(({ 0: whole, groups = {} }) => ({ whole, name: groups.name ?? groups.constant ?? "" }));
  expect(rules.length).toBeGreaterThan(300);
  const untested = rules
    .filter(({ whole, name }) => EDGE.test(whole) && !whole.includes("@example") && !tested.has(name))
    .map(({ name }) => name);
  expect(untested.sort()).toEqual(Object.keys(elsewhere).sort());
});
