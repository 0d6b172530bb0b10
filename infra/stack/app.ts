import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { ServiceStack } from "./service-stack.ts";

const app = new App();
const stage = String(app.node.tryGetContext("stage") ?? "dev");

new ServiceStack(app, `PortableRoth-${stage}`, { stage });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
