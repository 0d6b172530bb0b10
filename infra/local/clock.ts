import { request } from "node:http";
import { text } from "node:stream/consumers";
import { fail, say } from "./base/command-line.ts";
import { ownUrl, typedOptions } from "./base/options.ts";
import { type Advanced, spanOf } from "./control/time-machine.ts";

const HELP = `Shows the virtual clock of a running local cloud, or lets time pass at once.

  npm run clock              print the virtual time
  npm run clock -- +3d       let three days pass: timers, retries, schedules and expiry happen in order
  npm run clock -- +1d12h30m units are w, d, h, m and s

  --port N     the port of the local cloud (default PORT, or the one that runs here, or 3000)
  --json       print the reply as JSON
  --help       print this
`;

const SHOW_EVERY_MS = 2_000;
const SPAN = "A span of time starts with +, such as +3d. The clock never runs backwards.";

const { port, json, span } = read();
const url = `http://localhost:${port}/_local/clock`;
if (span === undefined) await show();
else await advance(span);

async function show(): Promise<void> {
  const { now } = (await ask()) as { now: string };
  say(json ? JSON.stringify({ now }) : now);
}

async function advance(span: string): Promise<void> {
  const { now: from } = (await ask()) as { now: string };
  const share = (now: string) =>
    `${Math.floor((100 * (Date.parse(now) - Date.parse(from))) / (spanOf(span) || 1))} % of ${span}`;
  const show = (now: string) => `Reached ${now.slice(0, 16).replace("T", " ")}, ${share(now)}.\n`;
  let reply: Advanced | undefined;
  const showing = setInterval(async () => {
    const { now } = (await ask()) as { now: string };
    if (!reply) process.stderr.write(show(now));
  }, SHOW_EVERY_MS);
  reply = (await ask({ advance: span })) as Advanced;
  clearInterval(showing);
  if (json) say(JSON.stringify(reply));
  else {
    say(`${reply.from} -> ${reply.now}`);
    if (reply.at_rest) say("Everything that was due has happened.");
  }
  if (reply.at_rest) return;
  const reason = reply.under_way.join(", ");
  fail(`Time stopped at ${share(reply.now)}, because this is still under way: ${reason}.`);
}

async function ask(body?: object): Promise<unknown> {
  const { status, json } = await send(body).catch(({ code }: NodeJS.ErrnoException) =>
    fail(
      code === "ECONNREFUSED"
        ? `No local cloud answers at localhost:${port}. Start it with npm start, or name its port with --port.`
        : `The local cloud at localhost:${port} ended before it replied. Its clock stays where it was then.`,
    ),
  );
  if (status !== 200) fail(json.message ?? `${url} answered ${status}.`);
  return json;
}

/** Not `fetch`, which gives up after five minutes without a reply. A long span takes longer. */
function send(body?: object): Promise<{ status: number | undefined; json: { message?: string } }> {
  const method = body ? "POST" : "GET";
  return new Promise((resolve, reject) => {
    request(url, { method, headers: { "content-type": "application/json" } }, async (response) => {
      const json = await text(response)
        .then(JSON.parse)
        .catch(() => ({}));
      resolve({ status: response.statusCode, json });
    })
      .on("error", reject)
      .end(body && JSON.stringify(body));
  });
}

function read() {
  if (process.argv.some((word) => /^-\d/.test(word))) fail(SPAN);
  const options = {
    port: { type: "string", default: new URL(ownUrl()).port },
    json: { type: "boolean", default: false },
  } as const;
  const { values, positionals } = typedOptions({ options, allowPositionals: true }, HELP);
  const number = Number(values.port);
  if (!/^\d+$/.test(values.port) || number < 1 || number > 65_535)
    return fail("--port must be a whole number from 1 to 65535.");
  const [first, ...more] = positionals;
  if (more.length > 0) return fail("Give one span of time, such as +3d or +1d12h.");
  if (first !== undefined && !first.startsWith("+")) return fail(SPAN);
  return { port: values.port, json: values.json, span: first?.slice(1) };
}
