// Compares the TypeScript client with the bare `fetch`: `node bench-typescript.mjs CLIENT URL CALLS`.
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const [, , client, url, calls] = process.argv;
const before = performance.now();
const { PlatformClient } = await import(pathToFileURL(client).href);
const platform = new PlatformClient({ baseUrl: url, apiKey: "svc_test_none" });
await platform.drivers.get("drv_1");
const first_ms = performance.now() - before;

const headers = { accept: "application/json", authorization: "Bearer svc_test_none", "user-agent": "bare" };
const bare = async () => {
  const response = await fetch(`${url}/v1/drivers/drv_1`, { headers, signal: AbortSignal.timeout(30_000) });
  return JSON.parse(await response.text());
};

async function cpuOf(call) {
  const start = process.cpuUsage();
  for (let i = 0; i < Number(calls); i++) await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / Number(calls);
}

const rounds = [];
for (let i = 0; i < 7; i++) {
  // Both are measured in the middle of a round, because a process becomes faster with time.
  const early = await cpuOf(() => platform.drivers.get("drv_1"));
  const plain = (await cpuOf(bare)) + (await cpuOf(bare));
  const late = await cpuOf(() => platform.drivers.get("drv_1"));
  rounds.push([(early + late) / 2, plain / 2]);
}
process.stdout.write(JSON.stringify({ first_ms, rounds }));
