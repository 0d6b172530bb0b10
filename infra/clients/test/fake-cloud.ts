import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { assemblyDir } from "../../../test/support/cloud/assembly.ts";
import { Cloud } from "../../../test/support/cloud/cloud.ts";
import { machineTime } from "../../../test/support/cloud/machine-time.ts";
import { Partner } from "../../../test/support/partner/platform.ts";
import { send } from "../../local/test/support/http.ts";

/** The fake of the packed program, for tests that run on a local cloud. Its replies are checked likewise. */
export class FakeCloud extends Cloud {
  readonly key: string;
  #lastKey = "";
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, timeScale: number, [url = "", key = ""]: readonly string[]) {
    super({ url, timeScale, process: undefined, dataDir: "", assembly: assemblyDir });
    this.#child = child;
    this.key = key;
  }

  static async start(cli: string, timeScale = 1, ...more: string[]): Promise<FakeCloud> {
    const args = [cli, "fake", "--port", "0", "--time-scale", String(timeScale), ...more];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], env: {} });
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout }))
      if (lines.push(line.split(" ").at(-1) ?? "") === 2) break;
    return new FakeCloud(child, timeScale, lines);
  }

  /** Of the operators' commands, it knows the one that makes a key. */
  override async command() {
    const { json } = await send(`${this.url}/_fake/keys`, { method: "POST" });
    this.#lastKey = json.api_key;
    return { ok: true, message: `${json.api_key}\nkey_0 of acct_0` };
  }

  /** Its table takes no items, so the newest driver's sums come from a payout. */
  override putItem = async () => {
    const partner = new Partner(this, this.#lastKey, "", "");
    const { data } = await partner.read("/v1/drivers?limit=1");
    return partner.payout(data[0].id, { amount: 1_000_000 });
  };

  /** Nothing moves its clock. A second passes, until its lists have what was written. */
  override now = async () => machineTime().getTime();
  override advanceTo = () => new Promise<void>((passed) => setTimeout(passed, 1_100));

  async stop(): Promise<void> {
    this.#child.kill();
    await once(this.#child, "exit");
  }
}
