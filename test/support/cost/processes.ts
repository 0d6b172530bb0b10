import { readdirSync, readFileSync } from "node:fs";

export type Kind = "runner" | "clouds" | "engines" | "browser" | "programs";
type Seen = { kind: Kind; worker: string; parent: string; self: number; ended: number; memory: number };
/** What a process used since the sample before, in CPU seconds, and has resident now. */
export type Use = { worker: string; kind: Kind; cpu: number; memory: number };

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;
const KINDS: [Kind, RegExp][] = [
  ["engines", /dynoxide/],
  ["browser", /chrom/],
  ["clouds", /infra\/local\/\S*start\.ts/],
  ["runner", /jest/],
];

/** The processes of this run of the tests: this one, and those whose environment has the run's name. */
export class Processes {
  readonly #run: string;
  #seen = new Map<string, Seen>();
  readonly #foreign = new Set<string>();

  constructor(run: string) {
    this.#run = `TEST_RUN=${run}\0`;
  }

  sample(): Use[] {
    const before = this.#seen;
    this.#seen = new Map();
    const uses: Use[] = [];
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const now = this.#foreign.has(pid) ? undefined : this.#read(pid, before);
      if (!now) continue;
      this.#seen.set(pid, now);
      const last = before.get(pid) ?? { self: 0, ended: 0 };
      const { worker, kind, memory } = now;
      uses.push({ worker, kind, cpu: now.self - last.self, memory });
      // Children that ended, short ones among them.
      uses.push({ worker, kind: "programs", cpu: now.ended - last.ended, memory: 0 });
    }
    for (const [pid, { parent, worker, self, ended }] of before)
      if (!this.#seen.has(pid) && this.#seen.has(parent))
        uses.push({ worker, kind: "programs", cpu: -self - ended, memory: 0 });
    return uses;
  }

  #read(pid: string, before: Map<string, Seen>): Seen | undefined {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name before the bracket may have spaces.
      const [, parent = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9, 13).map(Number);
      const known = before.get(pid) ?? this.#identify(pid, before.get(parent) ?? this.#seen.get(parent));
      if (!known) return void this.#foreign.add(pid);
      const [, resident = 0] =
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.map(Number) ?? [];
      const self = (user + system) / TICKS;
      const ended = (endedUser + endedSystem) / TICKS;
      return { ...known, parent, self, ended, memory: resident * 1024 };
    } catch {
      return undefined;
    }
  }

  /** Chromium's processes overwrite their environment, so they belong where their parent does. */
  #identify(pid: string, parent: Seen | undefined): Pick<Seen, "kind" | "worker"> | undefined {
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
    const isOwn = pid === String(process.pid);
    if (!isOwn && !parent && !environment.includes(this.#run)) return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    const [kind] = KINDS.find(([, pattern]) => pattern.test(command)) ?? ["programs" as const];
    const [, worker = parent?.worker ?? ""] = /(?:^|\0)JEST_WORKER_ID=(\d*)/.exec(environment) ?? [];
    return { kind, worker };
  }
}
