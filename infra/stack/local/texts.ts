import type { TextName } from "../bundle.ts";
import { builtTexts } from "../docs/docs-site.ts";

/** A program that the local cloud starts: it prints the built texts of these names as JSON. */
const made = (process.argv.slice(2) as TextName[]).map((name) => builtTexts[name]());
process.stdout.write(JSON.stringify(made));
