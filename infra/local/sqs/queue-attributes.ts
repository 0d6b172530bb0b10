import type { Properties } from "../template.ts";

/** Settings that the engine knows; it never forgets a message, however short the retention. */
const ATTRIBUTES = [
  "DelaySeconds",
  "MaximumMessageSize",
  "ReceiveMessageWaitTimeSeconds",
  "VisibilityTimeout",
];

/** What a queue is from its start, and cannot become. */
export function kindOf({ FifoQueue, ContentBasedDeduplication = false }: Properties): Record<string, string> {
  if (FifoQueue !== true) return {};
  return { FifoQueue: "true", ContentBasedDeduplication: String(ContentBasedDeduplication) };
}

/** Work takes wall time: on a clock that runs very fast, a message would be given out again before anybody is done with it. */
const LEAST_VISIBILITY_SECONDS = 2;
const USUAL_VISIBILITY_SECONDS = 30;

export function attributesOf(properties: Properties, timeScale: number): Record<string, string> {
  const given = ATTRIBUTES.filter((name) => properties[name] !== undefined);
  const visibility = Number(properties.VisibilityTimeout ?? USUAL_VISIBILITY_SECONDS);
  return {
    ...Object.fromEntries(given.map((name) => [name, String(properties[name])])),
    VisibilityTimeout: String(Math.max(visibility, LEAST_VISIBILITY_SECONDS * timeScale)),
    ...(properties.RedrivePolicy !== undefined && {
      RedrivePolicy: JSON.stringify(properties.RedrivePolicy),
    }),
  };
}
