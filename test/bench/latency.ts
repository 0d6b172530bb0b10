import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { getProductInfoOperation } from "../../shared/contract/agent/get-product-info.ts";
import { getSignupStatusOperation } from "../../shared/contract/agent/get-signup-status.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { exampleRequest } from "./example-request.ts";
import { type Call, HttpClient, type Reply } from "./http-client.ts";
import { printTable } from "./print-table.ts";
import { progress } from "./progress.ts";
import { percentile } from "./statistics.ts";

const WARM_UP = 40;
const CALLS = 250;

/** What a caller waits for when everything is warm, beside a bare server's answer to the same calls. */
export async function reportLatency(cloud: HttpClient): Promise<void> {
  const start = exampleRequest(startSignupOperation);
  const { signup_id } = JSON.parse((await cloud.call(start)).body);
  const status = { method: "GET", path: getSignupStatusOperation.path.replace("{signup_id}", signup_id) };
  const cases: [string, Call][] = [
    [getProductInfoOperation.name, exampleRequest(getProductInfoOperation)],
    [getSignupStatusOperation.name, status],
    [`${startSignupOperation.name} (sandbox)`, start],
  ];
  const rows = [];
  for (const [name, call] of cases) {
    progress(`Hot latency: ${name}`);
    rows.push([name, ...(await latencies(cloud, call)).map((ms) => Math.round(ms * 100) / 100)]);
  }
  printTable(
    `Hot latency in ms over HTTP (${CALLS} calls, one after another)`,
    ["operation", "p50", "p99", "floor p50", "floor p99"],
    rows,
  );
}

async function latencies(cloud: HttpClient, call: Call): Promise<number[]> {
  const bare = await startBareServer(await cloud.call(call));
  const ours: number[] = [];
  const floor: number[] = [];
  try {
    for (let i = -WARM_UP; i < CALLS; i++) {
      const [our, least] = [(await cloud.call(call)).ms, (await bare.client.call(call)).ms];
      if (i < 0) continue;
      ours.push(our);
      floor.push(least);
    }
  } finally {
    await bare.stop();
  }
  return [ours, floor].flatMap((ms) => [percentile(ms, 50), percentile(ms, 99)]);
}

async function startBareServer(reply: Reply) {
  const worker = new Worker(new URL("./bare-server.ts", import.meta.url), { workerData: reply });
  const [url] = (await once(worker, "message")) as [string];
  const client = new HttpClient(url);
  const stop = async () => {
    client.close();
    await worker.terminate();
  };
  return { client, stop };
}
