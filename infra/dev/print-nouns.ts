import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nounPage } from "./noun-page.ts";

writeFileSync(join(import.meta.dirname, "..", "..", "shared", "contract", "NOUNS.md"), nounPage());
