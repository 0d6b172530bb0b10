// Runs cases with a library of others: `node run.mjs stripe|openai PACKAGES CASES`. Prints one outcome a case.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inspect } from "node:util";

const [, , name, packages, file] = process.argv;
const require = createRequire(join(packages, "x.js"));
const { apiKey, cases } = JSON.parse(readFileSync(file, "utf8"));

const libraries = {
  stripe: () => {
    const Stripe = require("stripe");
    const optionsOf = (given) => ({
      ...(given.timeout_ms !== undefined && { timeout: given.timeout_ms }),
      ...(given.max_retries !== undefined && { maxNetworkRetries: given.max_retries }),
      ...(given.idempotency_key !== undefined && { idempotencyKey: given.idempotency_key }),
      ...(given.headers && { additionalHeaders: given.headers }),
    });
    return {
      base: Stripe.errors.StripeError,
      client: ({ base }) => {
        const { hostname: host, port } = new URL(base);
        return new Stripe(apiKey, { host, port, protocol: "http", telemetry: false, maxNetworkRetries: 3 });
      },
      read: (client, id, options) => client.customers.retrieve(id, {}, optionsOf(options)),
      write: (client, options) => client.customers.create({ name: "Ana" }, optionsOf(options)),
    };
  },
  openai: () => {
    const { OpenAI, OpenAIError } = require("openai");
    const optionsOf = (given) => ({
      ...(given.timeout_ms !== undefined && { timeout: given.timeout_ms }),
      ...(given.max_retries !== undefined && { maxRetries: given.max_retries }),
      ...(given.idempotency_key !== undefined && { idempotencyKey: given.idempotency_key }),
      ...(given.headers && { headers: given.headers }),
    });
    return {
      base: OpenAIError,
      client: ({ base }) => new OpenAI({ apiKey, baseURL: `${base}/v1`, maxRetries: 3 }),
      read: (client, id, options) => client.models.retrieve(id, optionsOf(options)),
      write: (client, options) => client.vectorStores.create({ name: "Ana" }, optionsOf(options)),
    };
  },
};

const library = libraries[name]();

// An error outside of every promise would end a user's program.
let crashes = 0;
process.on("uncaughtException", (error) => {
  crashes++;
  process.stderr.write(`${error.stack}\n`);
});

/** A call that never ends does so where its error was thrown elsewhere. */
const never = (ms) =>
  new Promise((_, reject) => setTimeout(() => reject(new Error("no result within 40 seconds")), ms));

async function run(one) {
  const { number, op = "read", ids = ["drv_1"], options = {} } = one;
  const started = performance.now();
  const outcome = { number, result: "ok", fault: "" };
  try {
    const client = library.client(one);
    const call = op === "read" ? library.read(client, ids[0], options) : library.write(client, options);
    const reply = await Promise.race([call, never(40_000)]);
    // The program of a user reads a field.
    outcome.value = String(reply.id);
  } catch (error) {
    outcome.result = error instanceof library.base ? "typed" : "foreign";
    outcome.value = `${error?.constructor?.name}: ${error?.message}`.slice(0, 200);
    const shown = inspect(error, { depth: 9, showHidden: true }) + error?.stack;
    if (shown.includes(apiKey)) outcome.fault = "it shows the key";
  }
  return { ...outcome, ms: performance.now() - started };
}

const results = [];
const waiting = [...cases];
const worker = async () => {
  for (let one = waiting.shift(); one; one = waiting.shift()) results.push(await run(one));
};
await Promise.all(Array.from({ length: 16 }, worker));
process.stdout.write(JSON.stringify({ outcomes: results, crashes }), () => process.exit());
