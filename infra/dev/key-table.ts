import { serveCompanyMcpPage } from "../../shared/contract/company-mcp.ts";
import { serveMcpPage } from "../../shared/contract/mcp.ts";
import { accessOf, isRepeatable } from "../../shared/contract/operation.ts";
import { operations, operatorFunctions, pages, timers } from "../../shared/contract/service.ts";
import { railWorkers, workers } from "../../shared/contract/workers.ts";
import type { Noun, Verb } from "../../shared/domain/access/noun.ts";
import { indexes } from "../../shared/store/keys/indexes.ts";
import { storedItems } from "../../shared/store/keys/stored-items.ts";
import { markdownTable } from "./markdown-table.ts";

/** The MCP servers are left out: they run the operations that are tools. */
const records = [
  ...operations,
  ...pages.filter((page) => page !== serveMcpPage && page !== serveCompanyMcpPage),
  ...timers,
  ...operatorFunctions,
  ...Object.values(workers),
  ...Object.values(railWorkers),
].map((record) => ({ name: record.name, access: accessOf(record) }));

/** Sets of functions that have one name in the table. */
const groups = {
  "_every operation with a key_": operations.filter(({ scope }) => scope),
  "_every idempotent operation_": operations.filter(isRepeatable),
} as const;

const SEARCHES = ["search", "search_by_driver", "search_by_due", "search_by_status"] as const;
const READS: readonly Verb[] = ["get", "query", ...SEARCHES, "check"];
const WRITES: readonly Verb[] = ["put", "update", "delete"];

function functionsThat(verbs: readonly Verb[], noun: Noun): string[] {
  let names = records
    .filter(({ access }) => access[noun]?.some((verb) => verbs.includes(verb)))
    .map(({ name }) => name);
  const labels: string[] = [];
  for (const [label, group] of Object.entries(groups)) {
    if (!group.every(({ name }) => names.includes(name))) continue;
    labels.push(label);
    names = names.filter((name) => group.every((property) => property.name !== name));
  }
  return [...labels, ...names.sort()];
}

const rows = (Object.keys(storedItems) as Noun[]).map((noun) => {
  const { keys, expires = "-", streamed } = storedItems[noun];
  const shapes = keys.map((key) => `\`${key.replace(" / ", "`, `")}\``);
  const readers = [...(streamed ? [`${streamed} (stream)`] : []), ...functionsThat(READS, noun)];
  const writers = functionsThat(WRITES, noun);
  return [noun, shapes.join(" and "), expires, readers.join(", ") || "-", writers.join(", ") || "-"];
});

const keyTable = (): string =>
  [
    markdownTable(["noun", "key (`pk`, `sk`)", "expires after", "read by", "written by"], rows),
    markdownTable(
      ["index", "holds", "sorted by", "has"],
      Object.entries(indexes).map(([name, { of, sort, ...index }]) => [
        `\`${name}\``,
        of.join(" and "),
        `\`${sort}\``,
        "keysOnly" in index ? "keys" : "whole items",
      ]),
    ),
  ].join("\n\n");

const BEGIN = "<!-- keys: printed by npm run docs:keys -->";
const END = "<!-- /keys -->";

export function withKeyTable(readme: string): string {
  const [before, , after] = readme.split(new RegExp(`(?<=${BEGIN}\n)([^]*)(?=${END})`));
  if (before === undefined || after === undefined) throw new Error("The README has no marks for the table");
  return `${before}\n${keyTable()}\n\n${after}`;
}
