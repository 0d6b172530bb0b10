import { MINUTE_MS, type WatchedMetrics } from "../platform/metrics.ts";
import type { Sqs } from "./sqs.ts";

/** SQS stops the metrics of a queue without a message or a call for so long. */
const AWAKE_MINUTES = 6 * 60;

/** Writes the length and the age of each queue once a minute. A queue that a function reads never sleeps. */
export function queueMetrics(sqs: Sqs, metrics: WatchedMetrics, isRead: (queue: string) => boolean) {
  const used = new Map<string, number>();
  return (minute: number): void => {
    for (const { id: QueueName, queue } of sqs.list()) {
      const put = (name: string, value: number) =>
        metrics.put({ namespace: "AWS/SQS", name, dimensions: { QueueName } }, value, minute * MINUTE_MS);
      const wasAwake = minute - (used.get(QueueName) ?? Number.NEGATIVE_INFINITY) < AWAKE_MINUTES;
      const isAwake = isRead(QueueName) || wasAwake;
      if (queue.size > 0) used.set(QueueName, minute);
      else if (!isAwake) continue;
      const dimensions = { QueueName };
      if (!isAwake)
        for (const name of ["ApproximateNumberOfMessagesVisible", "ApproximateAgeOfOldestMessage"]) {
          const series = metrics.find({ namespace: "AWS/SQS", name, dimensions });
          if (series) series.wokeAt = minute;
        }
      put("ApproximateNumberOfMessagesVisible", queue.counts().visible);
      const oldest = queue.oldest();
      if (oldest !== undefined)
        put("ApproximateAgeOfOldestMessage", Math.max(0, ((minute + 1) * MINUTE_MS - oldest) / 1_000));
    }
  };
}
