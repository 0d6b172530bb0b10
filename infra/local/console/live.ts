import type { ServerResponse } from "node:http";
import type { Activity, ActivityEntry } from "../activity/activity.ts";

/** Lines wait this long for others, in real time. */
const BATCH_MS = 100;
const CLOCK_MS = 1_000;
/** Advances of the clock make thousands of lines. The page shows the newest. */
const MAX = 300;

export function sendLive(activity: Activity, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  let waiting: ActivityEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  const send = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const flush = () => {
    timer = undefined;
    // A page that does not read keeps its newest lines waiting, and no more.
    if (response.writableNeedDrain) return;
    send("entries", waiting);
    waiting = [];
  };
  const silence = activity.listen((entry) => {
    waiting.push(entry);
    if (waiting.length > MAX) waiting.shift();
    timer ??= setTimeout(flush, BATCH_MS);
  });
  const tick = () => {
    if (response.writableNeedDrain) return;
    send("clock", new Date().toISOString());
  };
  const clock = setInterval(tick, CLOCK_MS);
  tick();
  response.on("close", () => {
    silence();
    clearTimeout(timer);
    clearInterval(clock);
  });
}
