import { execFileSync } from "node:child_process";
import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";

const stopped = new Set<number>();
const resume = () => {
  for (const id of stopped) process.kill(id, "SIGCONT");
  stopped.clear();
};
afterEach(resume);

/** The database engine of this local cloud alone: its command names the data folder. */
const engineOf = ({ dataDir }: Cloud): number =>
  Number(execFileSync("pgrep", ["-f", `^[^ ]*dynoxide serve .*${dataDir}`], { encoding: "utf8" }).trim());

test("the service is not ready while the database hangs, is alive, and is ready again afterwards", async () => {
  const cloud = await startCloud();
  expect((await cloud.call("/health?ready")).status).toBe(200);
  const engine = engineOf(cloud);
  stopped.add(engine);
  process.kill(engine, "SIGSTOP");

  const { status, json, headers } = await cloud.call("/health?ready");
  expect([status, json.error.code, headers["retry-after"]]).toEqual([503, "service_unavailable", "5"]);
  expect((await cloud.call("/health")).status).toBe(200);

  resume();
  await eventually(async () => (await cloud.call("/health?ready")).status === 200);
});
