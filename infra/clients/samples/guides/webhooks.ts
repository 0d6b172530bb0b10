import { type WebhookEvent, webhooks } from "{{npmPackage}}";
import { createServer } from "node:http";

// The endpoint's secret, which its registration returned.
const secret = "{{secret}}";

// The last sequence of each payout. Keep it in your database, beside the payout.
const applied = new Map<string, number>();

/** Is the event older than one about the same payout that was applied? */
function isStale(event: WebhookEvent): boolean {
  if (event.type !== "payment.completed" && event.type !== "payment.refunded") return false;
  const { id, sequence } = event.data;
  if (sequence <= (applied.get(id) ?? 0)) return true;
  applied.set(id, sequence);
  return false;
}

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  try {
    const event = await webhooks.unwrap(body, request.headers, secret);
    console.log(isStale(event) ? "stale" : event.type);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(4000);
