import type { MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";

/** An alarm on a metric at or above its threshold, in each of the last `evaluationPeriods`, usually 1. */
export type Alarm = {
  id: string;
  metric: MathExpression | Metric;
  threshold: number;
  description: string;
  evaluationPeriods?: number;
  /** Usually, no data is a good sign. */
  treatMissingData?: TreatMissingData;
};
