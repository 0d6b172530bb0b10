import type {
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";

/** `page`: act at once; `ticket`: on the next working day; `information`: explains what else is seen. */
export const severities = ["page", "ticket", "information"] as const;
export type Severity = (typeof severities)[number];

export type Alarm = {
  id: string;
  severity?: Severity;
  comparisonOperator?: ComparisonOperator;
  metric: MathExpression | Metric;
  /** Usually 1: a single failed timer or dead letter causes no second one. */
  threshold?: number;
  description: string;
  evaluationPeriods?: number;
  /** How many of these must be bad. Usually all. */
  datapointsToAlarm?: number;
  /** Usually, no data is a good sign. */
  treatMissingData?: TreatMissingData;
  /** For so many minutes after its creation, its values mean nothing. */
  warmUpMinutes?: number;
};
