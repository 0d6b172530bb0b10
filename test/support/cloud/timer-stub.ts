import { text } from "node:stream/consumers";
import { served } from "./served.ts";

type End = { name: string; at: Date };

/** A Step Functions stub with one machine. It lists `pages` of ends for each status. */
export async function startTimerStub() {
  const stub = { pages: [] as End[][], asked: [] as { statusFilter: string; page: number }[] };
  const url = await served(async (request, response) => {
    const { statusFilter, nextToken = "0" } = JSON.parse(await text(request));
    const page = Number(nextToken);
    stub.asked.push({ statusFilter, page });
    const executions = (stub.pages[page] ?? []).map(({ name, at }) => ({
      name,
      status: statusFilter,
      stopDate: at.getTime() / 1000,
    }));
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
    const next = page + 1 < stub.pages.length ? { nextToken: String(page + 1) } : {};
    response.end(JSON.stringify({ executions, ...next }));
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SFN: url,
    TIMER_MACHINES: JSON.stringify({
      "replay-events": "arn:aws:states:us-east-1:000000000000:stateMachine:replay-events",
    }),
  });
  return stub;
}
