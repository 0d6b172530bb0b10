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

type Stage = { resources: Json; outputs: Json; own: Json };

const mailFrom = "hello@mail.example.com";
/** Two stages with all settings that suites look for. Another stage would cost half a second of CPU. */
const variants = {
  prod: {
    exampleCompany: true,
    mailFrom,
    alarmEmail: "ops@example.com",
    rateLimitRanges: [{ name: "assistant", cidr: "192.0.2.0/24", factor: 20 }],
    domainName: "api.example.com",
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  },
  dev: {
    mailFrom,
    mailIdentity: "existing",
    monthlyBudget: 50,
    customerKey: true,
    backupVaultArn: "arn:aws:backup:us-east-1:123456789012:backup-vault:copies",
    accountConcurrency: 1_000,
    reservedConcurrency: { "create-payout": 50, anonymous: 2 },
    parts: { deliveries: [["2026-12-15T00:00:00Z", 8]] },
    tableGrants: "all items",
  },
} as const satisfies Record<string, StageSettings>;
type Variant = keyof typeof variants;

/** Suites of one worker share what they only read. */
const made = new Map<Variant, Stage>();

export function stageOf(name: Variant): Stage & { settings: StageSettings } {
  const settings: StageSettings = variants[name];
  const stage = made.get(name) ?? synthesiseStage(name, settings);
  made.set(name, stage);
  return { ...stage, settings };
}

/** The template of a stage, nested stacks included: 2 s for a worker's first. `own`: the main stack alone. */
export function synthesiseStage(stage: string, given: StageSettings): Stage {
  const app = newApp();
  const settings = readSettings(stage, given, {});
  const stack = new ServiceStack(app, `Test-${stage}`, { stage, settings, code: withoutCode });
  app.synth();
  const template: Json = readStack(app.outdir);
  const own = JSON.parse(readFileSync(join(app.outdir, stack.templateFile), "utf8"));
  return { resources: template.Resources, outputs: template.Outputs, own };
}
