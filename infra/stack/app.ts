import { App, Validations } from "aws-cdk-lib";
import { Code } from "aws-cdk-lib/aws-lambda";
import { AwsSolutionsChecks } from "cdk-nag";
import { bundleAll } from "./bundle.ts";
import { ServiceStack } from "./service-stack.ts";

const app = new App();
const stage = String(app.node.tryGetContext("stage") ?? "dev");
const folderOf = bundleAll(app.outdir);

new ServiceStack(app, `PortableRoth-${stage}`, { stage, code: (name) => Code.fromAsset(folderOf(name)) });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
