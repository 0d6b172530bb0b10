import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { cloudsDir, isFirst } from "./artifacts.ts";

const { TEST_RUN = "" } = process.env;
const folder = join(cloudsDir, `${TEST_RUN}-browser`);
const program = join(import.meta.dirname, "browser-server.ts");

/** The address of the browser of this run. The first worker that asks starts it. */
export function sharedBrowser(): Promise<string> {
  const address = join(folder, "address");
  const said = join(folder, "said.txt");
  if (isFirst(folder)) {
    const output = openSync(said, "w");
    // It serves all workers, so its time counts for none.
    const env = { ...process.env, NODE_OPTIONS: "", JEST_WORKER_ID: "" };
    const pid = String(Number.parseInt(TEST_RUN, 10));
    spawn(process.execPath, [program, address, pid], { env, stdio: ["ignore", output, output] }).unref();
    closeSync(output);
  }
  return eventually(async () => {
    const errors = existsSync(said) ? readFileSync(said, "utf8") : "";
    if (errors.includes("Error")) throw new Error(`The browser did not start: ${errors}`);
    return existsSync(address) ? readFileSync(address, "utf8") : undefined;
  });
}
