import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Prints the list of the years' files, so that a new year is one new file. */
const folder = join(import.meta.dirname, "..", "..", "shared", "domain", "tax", "years");
const years = readdirSync(folder).flatMap((file) => /^tax-year-(\d{4})\.ts$/.exec(file)?.[1] ?? []);
years.sort();
const lines = [
  ...years.map((year) => `import { taxYear${year} } from "./tax-year-${year}.ts";`),
  "",
  "/** Every file of a year, in order. `npm run docs:figures` prints this list from the folder. */",
  `export const published = [${years.map((year) => `taxYear${year}`).join(", ")}] as const;`,
];
writeFileSync(join(folder, "published.ts"), `${lines.join("\n")}\n`);
