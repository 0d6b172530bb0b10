import { ActivityFile } from "../activity/activity-file.ts";
import { Activity } from "../activity/activity.ts";
import { AwsEndpoint } from "../platform/aws-endpoint.ts";
import { Faults } from "../platform/faults.ts";
import { Iam } from "../platform/iam.ts";
import { WatchedMetrics } from "../platform/metrics.ts";
import { Usage } from "../platform/usage.ts";
import { describer } from "../sources/assembly.ts";
import type { Ground } from "./ground.ts";

export type Platform = Awaited<ReturnType<typeof platformOf>>;

/** What all engines stand on: the endpoint of AWS, IAM, faults, and the record of what happens. */
export async function platformOf({ options, seams, host }: Ground) {
  const { dataDir, warn } = options;
  const iam = new Iam();
  const faults = new Faults();
  const usage = new Usage();
  const metrics = new WatchedMetrics();
  const record = new ActivityFile(dataDir, warn);
  const activity = new Activity(await describer(warn), [record.write, options.show], warn);
  const endpoint = new AwsEndpoint({ iam, faults, usage, activity, refused: warn });
  await endpoint.listen(host);
  if (seams?.simulator) endpoint.call = seams.simulator.calls(endpoint.call.bind(endpoint));
  // No template has these: the clock's speed, and that a delivery may use http and the loopback.
  const environment: Record<string, string> = {
    TIME_SCALE: String(options.timeScale),
    ...(!options.publicTargetsOnly && { LOCAL_TARGETS: "allow" }),
  };
  return { iam, faults, usage, metrics, record, activity, endpoint, environment };
}
