import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { assemblyDir } from "./synthesise.ts";

/** A copy of the synthesised assembly with changed resources, such as shorter timeouts. */
export function changedAssembly(parent: string, change: (resources: Record<string, Json>) => void): string {
  const dir = mkdtempSync(join(parent, "assembly-"));
  for (const name of readdirSync(assemblyDir)) {
    if (!name.endsWith(".template.json")) {
      symlinkSync(join(assemblyDir, name), join(dir, name));
      continue;
    }
    const template = JSON.parse(readFileSync(join(assemblyDir, name), "utf8"));
    change(template.Resources);
    writeFileSync(join(dir, name), JSON.stringify(template));
  }
  return dir;
}
