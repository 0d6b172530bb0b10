import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { stages } from "../stages.ts";
import { PipelineStack } from "./pipeline-stack.ts";

/** `npm run deploy:pipeline -- -c repository=OWNER/NAME`, once in each account. */
const app = new App();
const { repository, stages: named = "staging,prod", provider = "new" } = app.node.getAllContext();
const chosen = String(named).split(",");
const unknown = chosen.find((stage) => !Object.hasOwn(stages, stage));
if (!/^[\w.-]+\/[\w.-]+$/.test(String(repository))) stop("It needs -c repository=OWNER/NAME, as on GitHub.");
else if (unknown !== undefined)
  stop(`Unknown stage ${unknown}. infra/stack/stages.ts has these: ${Object.keys(stages).join(", ")}.`);
else if (provider !== "new" && provider !== "existing") stop("provider is new or existing.");
else {
  const hasProvider = provider === "existing";
  new PipelineStack(app, "PortableRoth-pipeline", { repository, stages: chosen, hasProvider });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
}

function stop(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
