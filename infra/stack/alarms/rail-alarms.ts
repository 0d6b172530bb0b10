import { Duration } from "aws-cdk-lib";
import { TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Alarm } from "./alarm.ts";
import { counted } from "./metrics.ts";

const inQuarterHour = (name: string, stage: string, statistic = "max") =>
  counted(name, stage).with({ statistic, period: Duration.minutes(15) });

/** Of a stage with a rail. */
export const railAlarms = (stage: string): Alarm[] => [
  {
    id: "BankSilent",
    metric: inQuarterHour("BankFilesSilent", stage),
    description:
      "A file was not written, or the bank has not acknowledged it by the next cut-off, or write-bank-files does not run. Its payouts are not paid.",
    treatMissingData: TreatMissingData.BREACHING,
  },
  {
    id: "BankFileRejected",
    metric: inQuarterHour("BankFilesRejected", stage),
    description: "The bank has rejected a file. Its payouts wait for your decision.",
  },
  {
    id: "BankLinesLeft",
    metric: inQuarterHour("BankLinesLeft", stage, "sum"),
    description: "The bank has sent lines that match nothing. Only an operator looks at them.",
    severity: "ticket",
  },
];
