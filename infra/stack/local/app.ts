import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { entryPoints, sourceOf } from "../../../shared/contract/entry-points.ts";
import { ServiceStack } from "../service-stack.ts";
import type { StageSettings } from "../settings/settings.ts";
import { chosenStage } from "../settings/stage-settings.ts";
import { BundledLater } from "./bundled-later.ts";

/** All of a machine's requests come from one network. A canary would fill the terminal. */
const LOCAL: StageSettings = {
  confirmationsPerHour: 100_000,
  sandboxSignupsPerMinute: 6_000,
  canary: false,
};

/** The local cloud's app: the resources of `../app.ts` without bundles. No deployment runs this. */
const app = new App({ context: { stage: "local" } });
const { stage, settings } = chosenStage(app, { local: LOCAL });

new ServiceStack(app, `PortableRoth-${stage}`, { stage, settings, code: (name) => new BundledLater(name) });
app.synth();
const sources = entryPoints.map((entryPoint) => [entryPoint.name, sourceOf(entryPoint)]);
writeFileSync(join(app.outdir, "sources.json"), JSON.stringify(Object.fromEntries(sources)));
