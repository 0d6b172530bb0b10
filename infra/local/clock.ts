import { parseArgs } from "node:util";
import type { Advanced } from "./timers/time-machine.ts";

const HELP = `Shows the virtual clock of a running local cloud, or lets time pass at once.

  npm run clock              print the virtual time
  npm run clock -- +3d       let three days pass: timers, retries, schedules and expiry happen in order
  npm run clock -- +1d12h30m units are w, d, h, m and s

  --port N     the port of the local cloud (default 3000, or PORT)
  --json       print the reply as JSON
  --help       print this
`;

const say = (text: string) => process.stdout.write(`${text}\n`);
const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const { port, json, span } = readOptions();
const url = `http://localhost:${port}/_local/clock`;
if (span === undefined) await show();
else await advance(span);

async function show(): Promise<void> {
  const { now } = (await ask()) as { now: string };
  say(json ? JSON.stringify({ now }) : now);
}

async function advance(span: string): Promise<void> {
  const waiting = setTimeout(() => {
    process.stderr.write("Time passes. Each timer, retry and schedule runs in its turn...\n");
  }, 1_000);
  const reply = (await ask({ advance: span })) as Advanced;
  clearTimeout(waiting);
  if (json) say(JSON.stringify(reply));
  else {
    say(`${reply.from} -> ${reply.now}`);
    if (reply.at_rest) say("Everything that was due has happened.");
  }
  if (reply.at_rest) return;
  fail(`Time stopped, because this is still under way: ${reply.under_way.join(", ")}.`);
}

async function ask(body?: object): Promise<unknown> {
  const request = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    // A long span takes longer than the default five minutes of a response.
    signal: AbortSignal.timeout(3_600_000),
  };
  const response = await fetch(url, request).catch(() =>
    fail(
      `No local cloud answers at localhost:${port}. Start it with npm start, or name its port with --port.`,
    ),
  );
  const reply = (await response.json().catch(() => ({}))) as { message?: string };
  if (!response.ok) fail(reply.message ?? `${url} answered ${response.status}.`);
  return reply;
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        port: { type: "string", default: process.env.PORT ?? "3000" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    if (values.help) {
      say(HELP);
      process.exit(0);
    }
    const [first, ...more] = positionals;
    if (more.length > 0) return fail("Give one span of time, such as +3d or +1d12h.");
    if (first !== undefined && !first.startsWith("+"))
      return fail(`A span of time starts with +, such as +3d. The clock never runs backwards.`);
    return { port: values.port, json: values.json, span: first?.slice(1) };
  } catch (error) {
    return fail((error as Error).message);
  }
}
