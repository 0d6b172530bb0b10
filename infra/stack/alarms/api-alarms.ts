import { Duration } from "aws-cdk-lib";
import { ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { Api } from "../api.ts";
import { stageSettingsOf } from "../settings/stage-settings.ts";
import type { Alarm } from "./alarm.ts";
import { counted, gatewayFaults } from "./metrics.ts";

/**
 * Alarms on replies. One fault is enough: it is a caller who got an error, and a log line alone alerts no
 * operator. An alarm sends one message until it is OK again, so a bad hour is one message. Once single faults
 * are common, watch their share.
 */
export const apiAlarms = (scope: Construct, api: Api, stage: string): Alarm[] => [
  {
    id: "ApiFaults",
    metric: counted("ApiFaults", stage),
    threshold: 1,
    description:
      "The API answered 5xx for an unexpected fault in its own code. Look for the log lines with message = fault.",
  },
  {
    id: "GatewayFaults",
    metric: gatewayFaults(scope, api, stage),
    threshold: 1,
    description:
      "The gateway answered 5xx: a function crashed, timed out, was throttled, or could not be invoked. Look in the access log for integrationError.",
  },
  {
    id: "ToolFaults",
    metric: counted("ToolFaults", stage),
    threshold: 1,
    description:
      "An MCP tool answered an error that REST has as a 5xx, in a reply of status 200. Look for the log lines with message = tool and an error_code.",
  },
  {
    id: "Unavailable",
    metric: counted("Unavailable", stage).with({ period: Duration.minutes(5) }),
    threshold: 5,
    description:
      "Five requests or more in five minutes got the 503 that asks for a retry: the limiter was late, or writes kept conflicting. Look for the log lines with message = fault.",
  },
  ...(stageSettingsOf(scope).canary ? [canaryAlarm(stage)] : []),
];

/** No other alarm notices that no caller reaches the API: then nothing is counted. */
const canaryAlarm = (stage: string): Alarm => ({
  id: "CanaryFails",
  metric: counted("CanaryPassed", stage).with({ statistic: "min", period: Duration.minutes(5) }),
  threshold: 1,
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
  description:
    "A check that calls the API from outside failed twice, or does not run. Look for the log lines with message = canary.",
});
