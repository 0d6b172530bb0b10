import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withKeyTable } from "./key-table.ts";

const file = join(import.meta.dirname, "..", "..", "shared", "store", "README.md");
writeFileSync(file, withKeyTable(readFileSync(file, "utf8")));
