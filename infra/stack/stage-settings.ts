import type { Construct } from "constructs";

const NAMES = [
  "mailFrom",
  "alarmEmail",
  "rateLimitRanges",
  "limiterDeadlineMs",
  "domainName",
  "certificateArn",
];

/**
 * What a stage is deployed with may stand in `cdk.json`, in its context under the stage's name: a deployment that forgot `-c` would
 * take it away. What the command line says wins.
 */
export function useStageSettings(scope: Construct, stage: string): void {
  const settings: unknown = scope.node.tryGetContext(stage);
  if (typeof settings !== "object" || settings === null) return;
  for (const [name, value] of Object.entries(settings)) {
    if (!NAMES.includes(name))
      throw new Error(
        `No setting is called ${name}: cdk.json may give the stage ${stage} ${NAMES.join(", ")}`,
      );
    if (scope.node.tryGetContext(name) === undefined) scope.node.setContext(name, value);
  }
}
