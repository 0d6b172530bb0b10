import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Template } from "../../base/template.ts";
import { inFolder } from "./in-folder.ts";

/** The template of an assembly with these files. */
export const templateIn = (files: Record<string, object>): Template =>
  inFolder((dir) => {
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(dir, name), JSON.stringify(content));
    return new Template(dir);
  });

export const templateOf = (Resources: object): Template => templateIn({ "App.template.json": { Resources } });
