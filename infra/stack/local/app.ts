import { App } from "aws-cdk-lib";
import { ServiceStack } from "../service-stack.ts";
import { chosenStage } from "../settings/stage-settings.ts";
import { BundledLater } from "./bundled-later.ts";

/**
 * The app that the local cloud synthesises. It makes the resources of `../app.ts`, without bundles. No
 * command that deploys runs this file.
 */
const app = new App({ context: { stage: "local" } });
const { stage, settings } = chosenStage(app, { local: {} });

new ServiceStack(app, `PortableRoth-${stage}`, { stage, settings, code: (name) => new BundledLater(name) });
app.synth();
