import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import type { Resources } from "../../stack/cost/month.ts";
import { BundledLater } from "../../stack/local/bundled-later.ts";
import { ServiceStack } from "../../stack/service-stack.ts";
import { readSettings, type StageSettings } from "../../stack/settings/settings.ts";

/** The resources of a stage with these settings, nested stacks included, without bundles. In two seconds. */
export function synthesisedResources(stage: string, given: StageSettings): Resources {
  const outdir = mkdtempSync(join(tmpdir(), "capacity-"));
  try {
    const app = new App({ outdir });
    const settings = readSettings(stage, given, {});
    new ServiceStack(app, "Capacity", { stage, settings, code: (name) => new BundledLater(name) });
    app.synth();
    const files = readdirSync(outdir).filter((name) => name.endsWith(".template.json"));
    const parts = files.map((name) => JSON.parse(readFileSync(join(outdir, name), "utf8")).Resources);
    return Object.assign({}, ...parts);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
