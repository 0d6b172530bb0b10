import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readStack } from "../../../infra/local/base/nested-stacks.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { assemblyDir } from "./assembly.ts";

/**
 * A copy of the synthesised assembly with changed resources, such as shorter timeouts. The resources of
 * nested stacks are among the others.
 */
export function changedAssembly(parent: string, change: (resources: Record<string, Json>) => void): string {
  const dir = mkdtempSync(join(parent, "assembly-"));
  for (const name of readdirSync(assemblyDir))
    if (!name.endsWith(".template.json")) symlinkSync(join(assemblyDir, name), join(dir, name));
  const stack: Json = readStack(assemblyDir);
  change(stack.Resources);
  writeFileSync(join(dir, "Changed.template.json"), JSON.stringify(stack));
  return dir;
}
