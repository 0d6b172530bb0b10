import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Template } from "../../../infra/local/template.ts";
import { newFolder } from "../../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { type Cloud, startCloud } from "../cloud/cloud.ts";
import { assemblyDir } from "../cloud/synthesise.ts";

/** What an earlier release wrote, and what it replied. README.md says how to record one. */
export type Release = {
  release: string;
  recorded_at: string;
  secrets: [arn: string, secret: Json][];
  /** An API key of the account that owns the objects. */
  key: string;
  driver: string;
  webhook: string;
  /** A payout whose timer had not fired. */
  pending: string;
  /** The address of a signup whose confirmation email waits in a queue. */
  stuck_email: string;
  /** A signup that its owner has not confirmed, and the emailed link. */
  signup: string;
  link: string;
  replay: { key: string; request: Json; reply: Json };
  replies: Record<string, Json>;
  messages: { queue: string; body: string }[];
  items: Json[];
};

const dir = import.meta.dirname;
export const releases: Release[] = readdirSync(dir)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(dir, name), "utf8")));

/** Starts this release on the data of an earlier one, at the instant of the recording. */
export async function startOn(release: Release): Promise<Cloud> {
  const dataDir = newFolder();
  const real = Math.round(performance.timeOrigin + performance.now());
  const clock = { real, virtual: Date.parse(release.recorded_at), scale: 1, until: real };
  writeFileSync(join(dataDir, "clock.json"), JSON.stringify(clock));
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(release.secrets));
  const cloud = await startCloud({ dataDir });
  const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");
  for (const item of release.items) await cloud.putItem(table, item);
  for (const { queue, body } of release.messages) await cloud.sendMessage(queue, body);
  return cloud;
}
