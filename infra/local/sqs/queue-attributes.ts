import type { Properties } from "../template.ts";

/** The settings that the engine knows. It ignores retention, and stores messages for ever. */
const ATTRIBUTES = [
  "DelaySeconds",
  "MaximumMessageSize",
  "ReceiveMessageWaitTimeSeconds",
  "VisibilityTimeout",
];

/** The attributes that only the creation of a queue can set. */
export function kindOf({ FifoQueue, ContentBasedDeduplication = false }: Properties): Record<string, string> {
  if (FifoQueue !== true) return {};
  return { FifoQueue: "true", ContentBasedDeduplication: String(ContentBasedDeduplication) };
}

/**
 * Work takes real time. On a fast clock, a message would become visible again before its function is done.
 */
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
