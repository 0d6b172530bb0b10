import { readFileSync } from "node:fs";
import type { Sink } from "./webhook-parts.ts";

const { SVIX_URL, SVIX_TOKEN, SVIX_PID } = process.env;
/** Linux counts a process's CPU time in hundredths of a second. */
const TICK_MS = 10;

/** The same burst by a running svix-server: each event is a message of an application with one endpoint. */
export async function svixBurst(sink: Sink, count: number) {
  if (!(SVIX_URL && SVIX_TOKEN && SVIX_PID)) return undefined;
  const { id } = await post("/api/v1/app/", { name: "bench" });
  await post(`/api/v1/app/${id}/endpoint/`, { url: sink.url });
  await burst(sink, String(id), count);
  return burst(sink, String(id), count);
}

async function burst(sink: Sink, app: string, count: number) {
  const [before, start] = [cpuMs(), performance.now()];
  const ids = Array.from({ length: count }, () => `svix-${Math.random()}`);
  const left = [...ids];
  const one = async () => {
    for (let id = left.pop(); id; id = left.pop())
      await post(`/api/v1/app/${app}/msg/`, { eventType: "driver.created", payload: { data: { id } } });
  };
  await Promise.all(Array.from({ length: 8 }, one));
  const arrivals = await Promise.all(ids.map((id) => sink.arrival(id)));
  const perSecond = (count * 1000) / (Math.max(...arrivals) - start);
  return { perSecond, eventMs: (cpuMs() - before) / count };
}

/** Of the server's process: user and system time, fields 14 and 15 after its name in brackets. */
function cpuMs(): number {
  const fields = readFileSync(`/proc/${SVIX_PID}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function post(path: string, json: object): Promise<Record<string, unknown>> {
  const response = await fetch(SVIX_URL + path, {
    method: "POST",
    body: JSON.stringify(json),
    headers: { "content-type": "application/json", authorization: `Bearer ${SVIX_TOKEN}` },
  });
  if (!response.ok) throw new Error(`svix-server answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
