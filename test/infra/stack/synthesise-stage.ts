import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { BundledLater } from "../../../infra/stack/local/bundled-later.ts";
import { ServiceStack } from "../../../infra/stack/service-stack.ts";
import { readSettings, type StageSettings } from "../../../infra/stack/settings/settings.ts";

const outdirs: string[] = [];

/** An app in a folder that `removeApps` deletes. CDK's own choice of a folder would stay. */
export function newApp(context: Record<string, unknown> = {}): App {
  const outdir = mkdtempSync(join(tmpdir(), "template-"));
  outdirs.push(outdir);
  return new App({ outdir, context });
}
export function removeApps(): void {
  for (const outdir of outdirs.splice(0)) rmSync(outdir, { recursive: true, force: true });
}

/** The template of a stage does not depend on its bundles, apart from their addresses. */
const withoutCode = (name: string) => new BundledLater(name);

type Stage = { resources: Json; outputs: Json; warnings: string };

/** The template of a stage, fresh from CDK: 2 s for a file's first, and half a second for each other. */
export function synthesiseStage(stage: string, given: StageSettings): Stage {
  const app = newApp();
  const settings = readSettings(stage, given, {});
  const stack = new ServiceStack(app, `Test-${stage}`, { stage, settings, code: withoutCode });
  const { template, messages } = app.synth().getStackArtifact(stack.artifactId);
  const warnings = messages.filter(({ level }) => level === "warning").map(({ entry }) => String(entry.data));
  return { resources: template.Resources, outputs: template.Outputs, warnings: warnings.join() };
}
