import type { App, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { readSettings, type Settings, SettingsError, type StageSettings, settings } from "./settings.ts";

const kept = new WeakMap<Construct, Settings>();

export const useSettings = (stack: Stack, settings: Settings): void => void kept.set(stack, settings);

export function stageSettingsOf(scope: Construct): Settings {
  const settings = scope.node.scopes.flatMap((each) => kept.get(each as Construct) ?? [])[0];
  if (!settings) throw new Error(`No settings for ${scope.node.path}`);
  return settings;
}

/**
 * `-c stage=NAME`, and `-c SETTING=VALUE` overrides the file. CDK's own context has other names. @returns
 * also the overridden names, which the next deployment without them would remove
 */
export function chosenStage(
  app: App,
  stages: Record<string, StageSettings>,
): { stage: string; settings: Settings; overridden: string[] } {
  const stage = String(app.node.tryGetContext("stage") ?? "dev");
  const ofFile = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!ofFile)
    throw new SettingsError(
      `Unknown stage ${stage}. infra/stack/stages.ts has these: ${Object.keys(stages).join(", ")}`,
    );
  const misspelt = Object.keys(app.node.getAllContext()).find(
    (name) => /^\w+$/.test(name) && name !== "stage" && !Object.hasOwn(settings, name),
  );
  if (misspelt !== undefined)
    throw new SettingsError(
      `The command line has an unknown setting, ${misspelt}. The settings are: stage, ${Object.keys(settings).join(", ")}`,
    );
  const values = Object.fromEntries(
    Object.keys(settings).map((name) => [name, app.node.tryGetContext(name) as unknown]),
  );
  const overridden = Object.keys(values).filter((name) => values[name] !== undefined);
  return { stage, settings: readSettings(stage, ofFile, values), overridden };
}
