#!/usr/bin/env node
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brand } from "../domain/brand.ts";
import { clients, isClient, stdioConfig } from "./client-config.ts";
import { StdioProxy } from "./stdio-proxy.ts";

const URL_VARIABLE = `${brand.serviceSlug.toUpperCase().replaceAll("-", "_")}_URL`;

const HELP = `${brand.npmPackage} mcp --url URL

Lets a program that speaks MCP over standard input and output use ${brand.serviceName}, which speaks it over HTTP.

  --url URL             the service's address, or its MCP server's (or the variable ${URL_VARIABLE})
  --stdio               the same as the command mcp
  --print-config NAME   print what to put into the configuration of ${Object.keys(clients).join(", ")}
  --help                print this

Behind a proxy, set NODE_USE_ENV_PROXY=1 and HTTPS_PROXY.
`;

/** For people: standard output belongs to the protocol. */
const say = (text: string) => process.stderr.write(`${text}\n`);

function run(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: "string" },
      stdio: { type: "boolean" },
      "print-config": { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  if (!values.stdio && positionals.join() !== "mcp") throw new Error("The command is mcp. See --help.");
  const url = addressOf(values.url ?? process.env[URL_VARIABLE]);
  const name = values["print-config"];
  if (name === undefined) return void proxyStdio(url);
  if (!isClient(name)) throw new Error(`--print-config takes one of ${Object.keys(clients).join(", ")}.`);
  say(`For ${clients[name].file}:`);
  process.stdout.write(
    `${JSON.stringify(stdioConfig(name, url, fileURLToPath(import.meta.url)), null, 2)}\n`,
  );
}

/** What is sent may hold a person's address, so it goes encrypted, or not beyond this machine. */
function addressOf(given: string | undefined): string {
  if (!given) throw new Error(`Say where the service is: --url URL, or ${URL_VARIABLE}.`);
  if (!URL.canParse(given)) throw new Error("--url must be a web address.");
  const url = new URL(given);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) {
    throw new Error("--url must start with https://, unless the service runs on this machine.");
  }
  if (url.pathname === "/") url.pathname = "/api/mcp";
  return url.href;
}

/** Ends when its input does, after the last answer. */
function proxyStdio(url: string): void {
  const proxy = new StdioProxy(url, (message) => process.stdout.write(`${JSON.stringify(message)}\n`));
  const underWay = new Set<Promise<void>>();
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const taken = proxy.take(line).finally(() => underWay.delete(taken));
      underWay.add(taken);
    })
    .on("close", async () => {
      await Promise.all(underWay);
      process.stdout.write("", () => process.exit(0));
    });
  // Whoever listened is gone.
  process.stdout.on("error", () => process.exit(0));
}

try {
  run();
} catch (error) {
  say((error as Error).message);
  process.exitCode = 2;
}
