import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { verifyWebhook } from "../../shared/client/verify.ts";

/** A receiver on this machine that prints and verifies deliveries. */
const HELP = `Usage: npm run webhooks:listen -- --secret whsec_...

  --secret TEXT      the endpoint's secret, or WEBHOOK_SECRET; give both secrets during a rotation
  --port N           listen on localhost:N (default 4000); 0 picks a free one
  --status N         respond to valid deliveries with this status, such as 503 to see retries (default 204)
  --delay SECONDS    wait this long before answering (default 0)
  --any-time         accept old deliveries too, such as those from a service with a --time-scale

Then register the endpoint http://localhost:4000/ at a service started by npm start.
`;

/** Far above the size of any delivery. */
const MAX_BODY_BYTES = 1024 * 1024;

const { secrets, port, status, delayMs, toleranceSeconds } = read();
const server = createServer((request, response) => {
  receive(request, response).catch((error: Error) => print(`  ✗ ${error.message}`));
});
// On the loopback only, because deliveries are private.
server.listen(port, "localhost", () => {
  print(`Listening on http://localhost:${(server.address() as AddressInfo).port}/`);
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bytesOf(request);
  const verdict = verifyWebhook({ body, headers: request.headers, secret: secrets, toleranceSeconds });
  print(`${new Date().toISOString()} ${request.method} ${request.url} ${body.length} bytes`);
  print(verdict.ok ? `  ✓ ${verdict.id}` : `  ✗ ${verdict.reason}: ${verdict.message}`);
  print(indented(body));
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  response.writeHead(verdict.ok ? status : 400).end(verdict.ok ? undefined : verdict.reason);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES)
      throw new Error("The body is longer than 1 MB, and no delivery is: not read");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Any program on this machine may send a body, so control characters must not reach the terminal. */
function indented(body: Buffer): string {
  const text = body.toString();
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: print it unchanged.
  }
  return shown.replace(/[^\P{Cc}\n]/gu, "�").replace(/^/gm, "  ");
}

function read() {
  try {
    const { values } = parseArgs({
      options: {
        secret: { type: "string", multiple: true, default: [process.env.WEBHOOK_SECRET ?? ""] },
        port: { type: "string", default: "4000" },
        status: { type: "string", default: "204" },
        delay: { type: "string", default: "0" },
        "any-time": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return say(HELP);
    const [port, status, delay] = [values.port, values.status, values.delay].map(Number);
    if (values.secret.some((secret) => !secret))
      return stop(`A secret is missing: give --secret whsec_..., or set WEBHOOK_SECRET.\n\n${HELP}`);
    if (!isWhole(port, 0, 65_535)) return stop("--port must be a whole number from 0 to 65535.\n");
    if (!isWhole(status, 200, 599)) return stop("--status must be a whole number from 200 to 599.\n");
    const toleranceSeconds = values["any-time"] ? Number.POSITIVE_INFINITY : 300;
    return { secrets: values.secret, port, status, delayMs: (delay || 0) * 1000, toleranceSeconds };
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${HELP}`);
  }
}

function isWhole(value: number | undefined, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function say(text: string): never {
  process.stdout.write(text);
  process.exit(0);
}

function stop(text: string): never {
  process.stderr.write(text);
  process.exit(1);
}
