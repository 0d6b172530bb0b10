import { resolve } from "node:path";
import { dataDirOf, fail } from "./base/command-line.ts";
import { typedOptions } from "./base/options.ts";

const HELP = `Runs the whole service on this machine, from the template that \`cdk deploy\` deploys.

  --port N          listen on 127.0.0.1:N (default 3000, or PORT); 0 picks a free port
  --data DIR        store state and logs in DIR (default .local, or DATA_DIR)
  --time-scale N    run the clock N times as fast: timers, rate limits, expiry (default 1)
  --reset           delete all state first
  --public-targets  deliver webhooks to public addresses only, as on AWS, and not to this machine
  --quiet           do not print requests, events, deliveries, emails and timers; npm run logs shows them
  --json            print each as one JSON object a line, and everything else on the standard error
  --account-concurrency N  run at most N functions at the same time, as on a new AWS account (default 1000)
  --environments N  keep at most N idle Lambda environments in memory (default 16, or 5 above 235 MB of memory);
                    0 starts a new one for every invocation, to find state that survives an invocation
  --bank            live mode works: payouts leave in ACH files for a pretend bank, at /_local/bank
  --seed N          draw the functions' random numbers from a seed, to replay a failed test
  --watch           follow the edits of the sources, as \`npm run dev\` does
  --inspect[=PORT]  let a debugger attach to the functions at this port (default 9229), for breakpoints
  --assembly DIR    run this synthesised assembly (default: synthesise the stack)
  --help            print this
`;

export function readStartOptions() {
  const { values } = typedOptions(
    {
      // The port is optional, and Node's parser has no optional values.
      args: process.argv.slice(2).map((arg) => (arg === "--inspect" ? "--inspect=9229" : arg)),
      options: {
        port: { type: "string" },
        data: { type: "string" },
        "time-scale": { type: "string", default: "1" },
        reset: { type: "boolean", default: false },
        "public-targets": { type: "boolean", default: false },
        quiet: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        "account-concurrency": { type: "string", default: "1000" },
        environments: { type: "string" },
        bank: { type: "boolean", default: false },
        seed: { type: "string" },
        watch: { type: "boolean", default: false },
        inspect: { type: "string" },
        assembly: { type: "string" },
      },
    },
    HELP,
  );
  if (values.watch && values.assembly !== undefined) fail("--watch cannot be combined with --assembly.");
  // The stack is synthesised with a rail.
  if (values.bank) process.env.BANK = "on";
  return {
    bank: values.bank,
    port: number("--port", values.port ?? (process.env.PORT || "3000"), 0, 65_535),
    dataDir: dataDirOf(values.data),
    timeScale: number("--time-scale", values["time-scale"], 1, 100_000),
    reset: values.reset,
    publicTargetsOnly: values["public-targets"],
    quiet: values.quiet,
    json: values.json,
    accountConcurrency: number("--account-concurrency", values["account-concurrency"], 1, 1_000),
    environmentsKept:
      values.environments === undefined ? undefined : number("--environments", values.environments, 0, 1_000),
    seed: seed("--seed", values.seed),
    watch: values.watch,
    inspectPort: values.inspect === undefined ? undefined : number("--inspect", values.inspect, 1, 65_535),
    assemblyDir: values.assembly === undefined ? undefined : resolve(values.assembly),
  };
}

const seed = (name: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : number(name, text, -(2 ** 31), 2 ** 31);

function number(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  const whole = name === "--time-scale" ? Number.isFinite(value) : Number.isInteger(value);
  if (text.trim() === "" || !whole || value < least || value > most) {
    fail(
      `${name} must be ${name === "--time-scale" ? "a number" : "a whole number"} from ${least} to ${most}.`,
    );
  }
  return value;
}
