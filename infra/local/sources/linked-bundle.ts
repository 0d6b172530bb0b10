import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../base/root.ts";
import { mapOf, sourcePath } from "../source-maps/mapped-frames.ts";

/** Each file names its source map, which names URLs. The shipped bundle names no map. Returns the entry. */
export function linkBundle(assemblyDir: string, name: string, into: string): string {
  const from = join(assemblyDir, "functions", name);
  const to = join(into, name);
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from).filter((each) => each.endsWith(".mjs"))) {
    const map = JSON.parse(readFileSync(mapOf(join(from, file)), "utf8"));
    const sources = map.sources.map((source: string) => pathToFileURL(join(root, sourcePath(source))).href);
    writeFileSync(join(to, `${file}.map`), JSON.stringify({ ...map, sources }));
    writeFileSync(
      join(to, file),
      `${readFileSync(join(from, file), "utf8")}\n//# sourceMappingURL=${file}.map\n`,
    );
  }
  return join(to, "index.mjs");
}
