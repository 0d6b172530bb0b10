import { Annotations, App, Validations } from "aws-cdk-lib";
import { Code } from "aws-cdk-lib/aws-lambda";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundleAll } from "./bundles/bundle-service.ts";
import { ServiceStack } from "./service-stack.ts";
import { SettingsError } from "./settings/settings.ts";
import { chosenStage } from "./settings/stage-settings.ts";
import { stages } from "./stages.ts";

const app = new App();
try {
  const { stage, settings, overridden } = chosenStage(app, stages);
  const folderOf = await bundleAll(app.outdir);
  const code = (name: string) => Code.fromAsset(folderOf(name));
  const stack = new ServiceStack(app, `PortableRoth-${stage}`, { stage, settings, code });
  for (const name of overridden) {
    const message = `${name} is not from infra/stack/stages.ts. The next deployment without -c ${name} removes it.`;
    Annotations.of(stack).addWarningV2(`setting-${name}`, message);
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
