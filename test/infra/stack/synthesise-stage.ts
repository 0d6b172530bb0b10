import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, NestedStack } from "aws-cdk-lib";
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

export type Stage = { resources: Json; outputs: Json; main: Json; nested: Record<string, Json> };

const mailFrom = "hello@mail.example.com";
export const ach = {
  destination: "091000019",
  destinationName: "Bank",
  origin: "1234567890",
  originName: "Sender",
  companyId: "1234567890",
  originatingDfi: "09100001",
};

/** By stage: two with all settings that suites look for, and one without any. */
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
    tableGrants: "all items",
    rail: "ach",
    ach,
  },
  silent: {},
} as const satisfies Record<string, StageSettings>;
export type Variant = keyof typeof variants;
export const variantNames = Object.keys(variants) as Variant[];

export const variantOf = (name: Variant): Stage & { settings: StageSettings } => ({
  ...synthesiseStage(name === "prod" ? "prod" : "dev", variants[name]),
  settings: variants[name],
});

/** The template of a stage, nested stacks included. `main`, `nested`: each alone. */
function synthesiseStage(stage: string, input: StageSettings): Stage {
  const app = newApp();
  const settings = readSettings(stage, input, {});
  const stack = new ServiceStack(app, `Test-${stage}`, { stage, settings, code: withoutCode });
  app.synth();
  const template: Json = readStack(app.outdir);
  const read = (file: string): Json => JSON.parse(readFileSync(join(app.outdir, file), "utf8"));
  const inside = stack.node.children.filter((child) => child instanceof NestedStack);
  const nested = Object.fromEntries(inside.map(({ node, templateFile }) => [node.id, read(templateFile)]));
  const file = read(stack.templateFile);
  return { resources: template.Resources, outputs: template.Outputs, main: file, nested };
}
