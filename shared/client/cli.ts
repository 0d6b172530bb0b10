#!/usr/bin/env node
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brand } from "../domain/brand/brand.ts";
import { clients, isClient, stdioConfig } from "./client-config.ts";
import { StdioProxy } from "./stdio-proxy.ts";

const URL_VARIABLE = `${brand.serviceSlug.toUpperCase().replaceAll("-", "_")}_URL`;

const HELP = `${brand.npmPackage} mcp --url URL

Connects a program that speaks MCP over standard input and output to ${brand.serviceName}, which speaks MCP over HTTP.

  --url URL             the address of the service or of its MCP endpoint (default: the variable ${URL_VARIABLE})
  --stdio               the same as the command mcp
  --print-config NAME   print the configuration for NAME: ${Object.keys(clients).join(", ")}
  --help                print this

${brand.npmPackage} fake serves a fake of the service, for tests: see ${brand.npmPackage} fake --help.

Behind a proxy, set NODE_USE_ENV_PROXY=1 and HTTPS_PROXY.
`;

/** Messages for people go to standard error, since standard output carries the protocol. */
const say = (text: string) => process.stderr.write(`${text}\n`);

async function run(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  // Its file is larger than all the others, so only this command loads it.
  if (command === "fake") return (await import(new URL("./fake.mjs", import.meta.url).href)).runFake(rest);
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
  if (!values.stdio && positionals.join() !== "mcp")
    throw new Error("The command must be mcp or fake. See --help.");
  const url = addressOf(values.url ?? process.env[URL_VARIABLE]);
  const name = values["print-config"];
  if (name === undefined) return void proxyStdio(url);
  if (!isClient(name)) throw new Error(`--print-config must be one of ${Object.keys(clients).join(", ")}.`);
  say(`Add this to ${clients[name].file}:`);
  process.stdout.write(
    `${JSON.stringify(stdioConfig(name, url, fileURLToPath(import.meta.url)), null, 2)}\n`,
  );
}

/** Messages can have an email address, so the connection is encrypted unless it stays on this machine. */
function addressOf(address: string | undefined): string {
  if (!address) throw new Error(`The service's address is missing. Pass --url URL, or set ${URL_VARIABLE}.`);
  if (!URL.canParse(address))
    throw new Error("--url must be a web address, such as https://api.example.com.");
  const url = new URL(address);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) {
    throw new Error("--url must start with https://. Only a service on this machine may use http://.");
  }
  if (url.pathname === "/") url.pathname = "/api/mcp";
  return url.href;
}

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
  // The program that read the output has ended.
  process.stdout.on("error", () => process.exit(0));
}

try {
  await run();
} catch (error) {
  say((error as Error).message);
  process.exitCode = 2;
}
