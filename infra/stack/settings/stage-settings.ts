import type { Construct } from "constructs";

const NAMES = [
  "mailFrom",
  "alarmEmail",
  "confirmationsPerHour",
  "rateLimitRanges",
  "writeOrigins",
  "monthlyBudget",
  "accountConcurrency",
  "reservedConcurrency",
  "limiterDeadlineMs",
  "sandboxSignupsPerMinute",
  "domainName",
  "certificateArn",
];

/**
 * Reads a stage's settings from the context of `cdk.json`, under the stage's name. A deployment that omits a
 * setting removes what the setting had made, so `-c` alone is risky. A setting on the command line overrides
 * `cdk.json`.
 */
export function useStageSettings(scope: Construct, stage: string): void {
  const settings: unknown = scope.node.tryGetContext(stage);
  if (typeof settings !== "object" || settings === null) return;
  for (const [name, value] of Object.entries(settings)) {
    if (!NAMES.includes(name))
      throw new Error(
        `Unknown setting ${name} for the stage ${stage} in cdk.json. The settings are: ${NAMES.join(", ")}`,
      );
    if (scope.node.tryGetContext(name) === undefined) scope.node.setContext(name, value);
  }
}
