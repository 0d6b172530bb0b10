import type { TextName } from "../bundle.ts";
import { builtTexts } from "../docs/docs-site.ts";

const results = (process.argv.slice(2) as TextName[]).map((name) => builtTexts[name]());
process.stdout.write(JSON.stringify(results));
