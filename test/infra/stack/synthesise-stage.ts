import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { readStack } from "../../../infra/local/base/nested-stacks.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";
import { BundledLater } from "../../../infra/stack/local/bundled-later.ts";
import { ServiceStack } from "../../../infra/stack/service-stack.ts";
import { readSettings, type StageSettings } from "../../../infra/stack/settings/settings.ts";

/** An app in a folder that goes when the suite ends. CDK's own choice of a folder would stay. */
export function newApp(context: Record<string, unknown> = {}): App {
  const outdir = mkdtempSync(join(tmpdir(), "template-"));
  atSuiteEnd(() => rmSync(outdir, { recursive: true, force: true }));
  return new App({ outdir, context: { "aws:cdk:enable-asset-metadata": true, ...context } });
}

/** The template of a stage does not depend on its bundles, apart from their addresses. */
const withoutCode = (name: string) => new BundledLater(name);

type Stage = { resources: Json; outputs: Json; warnings: string; own: Json };

/** By the settings: suites of one worker share what they only read. */
const made = new Map<string, Stage>();

/**
 * The template of a stage, nested stacks included: 2 s for a file's first, and half a second for each other.
 * `own`: the main stack alone.
 */
export function synthesiseStage(stage: string, given: StageSettings): Stage {
  const settings = JSON.stringify([stage, given]);
  const known = made.get(settings) ?? synthesised(stage, given);
  made.set(settings, known);
  return known;
}

function synthesised(stage: string, given: StageSettings): Stage {
  const app = newApp();
  const settings = readSettings(stage, given, {});
  const stack = new ServiceStack(app, `Test-${stage}`, { stage, settings, code: withoutCode });
  const { messages } = app.synth().getStackArtifact(stack.artifactId);
  const template: Json = readStack(app.outdir);
  const own = JSON.parse(readFileSync(join(app.outdir, stack.templateFile), "utf8"));
  const warnings = messages.filter(({ level }) => level === "warning").map(({ entry }) => String(entry.data));
  return { resources: template.Resources, outputs: template.Outputs, warnings: warnings.join(), own };
}
