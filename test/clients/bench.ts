import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printClients } from "../../infra/tools/clients/print.ts";
import { getDriverOperation } from "../../shared/contract/platform/drivers/get-driver.ts";
import { languages, obstacle } from "./languages/all.ts";
import { outputOf } from "./run-scenario.ts";

const CALLS = 2_000;
const GOAL = 1.15;

const driver = JSON.stringify(getDriverOperation.replies.found.example);
const server = createServer((_, response) => {
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(driver),
  });
  response.end(driver);
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const folder = mkdtempSync(join(tmpdir(), "clients-"));

const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(path, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

type Measured = { first_ms: number; warm?: true; rounds: [client: number, bare: number][] };

try {
  const rows: Record<string, object> = {};
  const wanted = process.argv.slice(2);
  const chosen = languages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  for (const { name, bench, packed } of chosen.filter((language) => !obstacle(language))) {
    printClients([name], folder);
    const dir = join(folder, name);
    const runner = bench(dir);
    const {
      first_ms,
      warm: isWarm,
      rounds,
    }: Measured = JSON.parse(await outputOf(runner, url, String(CALLS)));
    // The first rounds compile the code, unless the program has rounds for that.
    const warm = rounds.slice(isWarm ? 0 : 2);
    const ratio = median(warm.map(([client, bare]) => client / bare));
    rows[name] = {
      "size, KB": Math.round(sizeOf(packed(dir)) / 1024),
      "to the first reply, ms": Math.round(first_ms),
      "CPU a call, us": Math.round(median(warm.map(([client]) => client))),
      "bare client, us": Math.round(median(warm.map(([, bare]) => bare))),
      "ratio, median of rounds": Number(ratio.toFixed(2)),
      [`goal ${GOAL}`]: ratio <= GOAL ? "met" : "missed",
    };
  }
  // biome-ignore lint/suspicious/noConsole: the only table of the standard library
  console.table(rows);
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
}
