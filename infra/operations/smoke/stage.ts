import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Command,
  type CommandAnswer,
  type Fields,
  invocationOf,
} from "../../../shared/contract/operators/command.ts";
import { commands } from "../../../shared/contract/service.ts";
import { Finding, StageCaller } from "../../../shared/canary/caller.ts";
import { invoke, type StageAddress } from "../ops/invoke.ts";

/** The stage under test: its operators' functions, its address, and what the checks have made there. */
export class Stage extends StageCaller {
  readonly target: StageAddress;
  /** The account that the checks make. No command deletes an account. */
  readonly account = `smoke-${this.id}`;
  readonly timeoutMs: number;
  /** Whether it sends email. */
  emails = false;
  alarmTopic = "";
  readonly #stopping = new AbortController();

  constructor(target: StageAddress, timeoutMs: number) {
    // An operator's function says the API's address.
    super({ api: "", id: randomBytes(4).toString("hex"), callMs: 30_000 });
    this.target = target;
    this.timeoutMs = timeoutMs;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Ends a wait of the check under way. Its requests still end, so that their objects can be removed. */
  stop(): void {
    this.#stopping.abort();
  }

  async command(name: string, input: Fields, reason = "Smoke test"): Promise<CommandAnswer> {
    const command = commands.find((each) => each.name === name) as Command | undefined;
    if (!command) throw new Error(`No command ${name}`);
    const options = command.asks || command.masks ? { reason } : {};
    const answer = await invoke(command, { command: name, input, ...options }, this.target);
    if (!answer.ok) throw new Finding(`The command ${invocationOf(command)} answered: ${answer.message}`);
    return answer;
  }

  /** Asks again until `found` returns something, or the time is over. */
  async eventually<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
    const until = performance.now() + this.timeoutMs;
    for (;;) {
      const value = await find();
      if (value !== undefined) return value;
      if (performance.now() > until)
        throw new Finding(`After ${Math.round(this.timeoutMs / 1_000)} s, ${what}`);
      await sleep(Math.min(2_000, this.timeoutMs / 20), undefined, { signal: this.#stopping.signal });
    }
  }
}
