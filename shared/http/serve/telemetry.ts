import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { brand } from "../../domain/brand.ts";

/**
 * One line a request, and metrics only for what needs watching. Nothing here may name a person or hold a secret: no
 * body, no query, no path with ids, no address, no error message (a library's may quote a value).
 */
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

/** A call of a tool, which may be one of several in a request; `operation` is the one it stands for. */
export const logTool = (line: { operation: string; duration_ms: number; error_code?: string }): void =>
  logger.info("tool", line);

/** Where a fault of ours came from: the error's name and its stack's frames, without the message. */
export function logFault(operation: string, error: unknown): void {
  const { name, stack = "", message } = error instanceof Error ? error : new Error();
  // The message stands before the frames, and may have lines that look like some.
  const frames = stack
    .replace(message, "")
    .split("\n")
    .filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  const error_name = error instanceof Error ? name : typeof error;
  logger.error("fault", { operation, error_name, frames: frames.slice(0, 8) });
}

/** Some have an alarm. */
type OwnMetric = "ApiFaults" | "DeliveriesLate" | "RateLimited" | "RelayRejected" | "ToolFaults";

/** Counts one occurrence of `metric`, or `times`, in CloudWatch, by the dimensions given. */
export function count(metric: OwnMetric, dimensions: Record<string, string>, times = 1): void {
  const single = metrics.singleMetric();
  for (const [name, value] of Object.entries(dimensions)) single.addDimension(name, value);
  single.addMetric(metric, MetricUnit.Count, times);
}

/** What alarms look at is counted by stage alone. */
const stage = process.env.STAGE ?? "unknown";

export const countFault = (metric: OwnMetric & `${string}Faults`): void => count(metric, { stage });

/** Of how many endpoints we are late with deliveries; none is a number too. */
export const countLate = (endpoints: number): void => count("DeliveriesLate", { stage }, endpoints);

let cold = true;

/** True once in an environment's life. */
export function isColdStart(): boolean {
  const first = cold;
  cold = false;
  return first;
}
