import { execFileSync } from "node:child_process";
import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { call } from "../support/cloud/mcp.ts";

/** A hanging call ends after 60 s. */
const HANG_MS = 60_000;
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

test("a tool whose store hangs gives up in time, and its error allows a retry", async () => {
  const cloud = await startCloud();
  await cloud.inject({ kind: "hang", action: "dynamodb:GetItem", caller: "serve-mcp" });
  const startedAt = performance.now();
  const { isError, content } = await call(cloud, "get_signup_status", { signup_id: "svc_sgn_any" });
  expect(performance.now() - startedAt).toBeLessThan(HANG_MS / 2);
  expect([isError, content[0].text]).toEqual([true, expect.stringContaining("(service_unavailable)")]);
  // Its reply is a 200, so the alarm watches this metric.
  const counted = /"Dimensions":\[\["service","stage"\]\].*"stage":"local","ToolFaults":1/;
  await eventually(async () => counted.test(cloud.logs()));
});
