import { channel } from "node:diagnostics_channel";
import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { brand } from "../../domain/brand/brand.ts";
import { ofEnvironment } from "../../store/table/environment.ts";

/** One line a request. No body, query, path with ids, address or error message: they may name a person. */
export const logger = new Logger({ serviceName: brand.idPrefix });
const metrics = new Metrics({ namespace: brand.idPrefix, serviceName: brand.idPrefix });

export type RequestLine = {
  operation: string;
  status: number;
  duration_ms: number;
  request_id: string;
  cold_start: boolean;
  error_code?: string;
};

export const logRequest = (line: RequestLine): void => logger.info("request", line);

export const logTool = (line: { operation: string; duration_ms: number; error_code?: string }): void =>
  logger.info("tool", line);

const faults = channel("lambda:fault");

/** Logs the place of a fault: the error's name and its stack frames, without the message. */
export function logFault(operation: string, error: unknown): void {
  faults.publish({ error });
  const { name, stack = "", message } = error instanceof Error ? error : new Error();
  // The message precedes the frames, and may have lines that look like frames.
  const frames = stack
    .replace(message, "")
    .split("\n")
    .filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  const error_name = error instanceof Error ? name : typeof error;
  // The bundle that the frames are in. A tool's operation has no bundle of its own.
  const bundle = process.env.BUNDLE;
  logger.error("fault", { operation, bundle, error_name, frames: frames.slice(0, 8) });
}

/**
 * `BankFilesSilent`: that the bank has not answered. `BankLinesLeft`: for operators. `CanaryPassed`: 1 if
 * every check of a run passed. `DeliveriesLate`: endpoints that we keep waiting. `FiguresMissing`: of a tax
 * year. `RecoveryOff`: tables without point-in-time recovery. `Unavailable`: an expected 503, which a retry
 * turns into a success.
 */
type OwnMetric =
  | "ApiFaults"
  | "BankFilesRejected"
  | "BankFilesSilent"
  | "BankLinesLeft"
  | "CanaryPassed"
  | "DeliveriesLate"
  | "EmailsRefused"
  | "EmailsSent"
  | "EmailsWaiting"
  | "FiguresMissing"
  | "LedgerDifferences"
  | "MoneyWaits"
  | "PayoutsLate"
  | "QueueFaults"
  | "RateLimited"
  | "RecoveryOff"
  | "RelayRejected"
  | "ToolFaults"
  | "Unavailable";

/** Counts one occurrence of `metric`, or `times`, by the given dimensions. */
export function count(metric: OwnMetric, dimensions: Record<string, string>, times = 1): void {
  const single = metrics.singleMetric();
  for (const [name, value] of Object.entries(dimensions)) single.addDimension(name, value);
  single.addMetric(metric, MetricUnit.Count, times);
}

const stage = process.env.STAGE ?? "unknown";

/** Alarms watch metrics by stage alone. Some watch for missing data too, so their zero is counted. */
export const countInStage = (metric: OwnMetric, times = 1, dimensions: Record<string, string> = {}): void =>
  count(metric, { stage, ...dimensions }, times);

const calls = ofEnvironment(() => ({ first: true }));

export function isColdStart(): boolean {
  const { first } = calls();
  calls().first = false;
  return first;
}
