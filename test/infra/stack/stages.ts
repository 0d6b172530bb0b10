import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { StageSettings } from "../../../infra/stack/settings/settings.ts";
import { stagesDir } from "../../support/process/artifacts.ts";
import { prepared } from "../../support/process/prepared.ts";
import type { Stage, Variant } from "./synthesise-stage.ts";

await prepared("stages");

/** What one process synthesised for all suites: loading CDK takes three seconds of each worker. */
export const stageOf = (name: Variant): Stage & { settings: StageSettings } =>
  JSON.parse(readFileSync(join(stagesDir, `${name}.json`), "utf8"));
