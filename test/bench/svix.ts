import { readFileSync } from "node:fs";
import { poster, type Sink } from "./webhook-parts.ts";

/** Linux counts a process's CPU time in hundredths of a second. */
const TICK_MS = 10;

/**
 * The same burst by the svix-server that `SVIX_URL`, `SVIX_TOKEN` and `SVIX_PID` name. Each event is a
 * message of an application with one endpoint. The server needs `SVIX_WHITELIST_SUBNETS=[127.0.0.1/32]`.
 */
export async function svixBurst(sink: Sink, count: number, env: NodeJS.ProcessEnv) {
  const { SVIX_URL, SVIX_TOKEN, SVIX_PID } = env;
  if (!(SVIX_URL && SVIX_TOKEN && SVIX_PID)) return undefined;

  const post = poster(`${SVIX_URL}/api/v1/app`, SVIX_TOKEN);
  const { id: app } = await post("", { name: "bench" });
  await post(`/${app}/endpoint`, { url: sink.url });

  const burst = async () => {
    const [before, start] = [cpuMs(SVIX_PID), performance.now()];
    const ids = Array.from({ length: count }, () => `svix-${Math.random()}`);
    const left = [...ids];
    const one = async () => {
      for (let id = left.pop(); id; id = left.pop())
        await post(`/${app}/msg`, { eventType: "driver.created", payload: { data: { id } } });
    };
    await Promise.all(Array.from({ length: 8 }, one));
    const arrivals = await Promise.all(ids.map((id) => sink.arrival(id)));
    const perSecond = (count * 1000) / (Math.max(...arrivals) - start);
    return { perSecond, eventMs: (cpuMs(SVIX_PID) - before) / count };
  };
  await burst();
  return burst();
}

/** Of the server's process: user and system time, fields 14 and 15, after its name in brackets. */
function cpuMs(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
