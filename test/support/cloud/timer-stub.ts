import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type End = { name: string; at: Date };

/** A Step Functions stub with one machine. It lists `pages` of ends for each status. */
export async function startTimerStub() {
  const asked: { statusFilter: string; page: number }[] = [];
  const server = createServer(async (request, response) => {
    const { statusFilter, nextToken = "0" } = JSON.parse(await text(request));
    const page = Number(nextToken);
    asked.push({ statusFilter, page });
    const executions = (stub.pages[page] ?? []).map(({ name, at }) => ({
      name,
      status: statusFilter,
      stopDate: at.getTime() / 1000,
    }));
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
    const next = page + 1 < stub.pages.length ? { nextToken: String(page + 1) } : {};
    response.end(JSON.stringify({ executions, ...next }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SFN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TIMER_MACHINES: JSON.stringify({
      "settle-payout": "arn:aws:states:us-east-1:000000000000:stateMachine:settle-payout",
    }),
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const stub = { pages: [] as End[][], asked, stop };
  return stub;
}
