import { filesHold } from "./bank-books.ts";
import { bank, cutOffs, liveCompany, settleFiles } from "./banking.ts";
import type { Company } from "./book.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { company } from "./companies.ts";
import { atRest, ledgerBalances, timersEnd } from "./invariants.ts";
import { endOf, healsAt, type Knobs } from "./knobs.ts";
import { type Person, person } from "./people.ts";
import { Receivers } from "./receivers.ts";
import { complaint, flood, integrator, stopped } from "./strangers.ts";
import { team } from "./teams.ts";
import { CALM, jump } from "./weather.ts";
import type { World } from "./world.ts";

const HOUR = 3_600_000;

export type Result = {
  hash: string;
  hours: number;
  calls: number;
  dryRuns: number;
  acts: Record<string, number>;
};

/** Runs a seed. Throws the first violation. */
export async function run(
  cloud: SimulatedCloud,
  world: World,
  knobs: Knobs,
  until?: number,
): Promise<Result> {
  await cloud.start(knobs.bankDays > 0);
  const receivers = new Receivers(cloud);
  const companies: Company[] = [];
  const people = Array.from({ length: knobs.people }, (_, i): Person => {
    return { email: `person${i}@people.example`, isSandbox: world.chance(0.4), startedAt: 0 };
  });
  const { crash, slow, repeat, shuffle, cold, skewMs } = knobs;
  const hasFaults = knobs.faults.length + crash > 0;
  cloud.isCalm = !hasFaults;
  cloud.weather = { ...CALM, crash, slow, slowMs: 3_000, repeat, shuffle, cold, skewMs };
  // The documents, before anything fails.
  for (const api of ["/api", "/v1"]) await world.run(cloud.call(`${api}/openapi.json`));
  await cloud.inject(...knobs.faults);
  const acting = [
    ...Array.from({ length: knobs.companies }, () => company(cloud, knobs, receivers, companies)),
    ...(knobs.bankDays > 0
      ? [liveCompany(cloud, knobs, receivers, companies), liveCompany(cloud, knobs, receivers, companies)]
      : []),
    ...(knobs.bankDays > 0 ? [bank(cloud, knobs), cutOffs(cloud, knobs, companies)] : []),
    ...people.map((each) => person(cloud, knobs, each)),
    jump(world, knobs.jumps, endOf(knobs)),
    ...[flood, complaint, stopped, integrator, team].map((stranger) => stranger(cloud, knobs)),
  ];
  const over = world.sleep(healsAt(knobs) - world.now).then(() => heal(cloud, receivers));
  const looking = look(cloud, knobs);
  const day = Promise.all([...acting, over, looking]);
  await world.run(until ?? day);
  if (until !== undefined) return resultOf(cloud, until - knobs.start);
  await world.run(recover(cloud, hasFaults ? new Date(knobs.start) : undefined));
  await world.run(world.now + HOUR);
  await world.run(timersEnd(cloud, people));
  const rested = world.now + knobs.restHours * HOUR;
  if (knobs.bankDays > 0) await world.run(settleFiles(cloud));
  await world.run(Math.max(rested, world.now + (knobs.bankDays > 0 ? 30 * HOUR : 0)));
  await world.run(atRest(cloud, companies, people, knobs));
  return resultOf(cloud, world.now - knobs.start);
}

const resultOf = (cloud: SimulatedCloud, ms: number): Result => ({
  hash: cloud.hash(),
  hours: ms / HOUR,
  calls: cloud.calls,
  dryRuns: cloud.dryRuns.count,
  acts: cloud.exercised.counts,
});

/** Audits the ledger while everything runs. An audit reads all of it, so a long run has twelve too. */
async function look(cloud: SimulatedCloud, knobs: Knobs): Promise<void> {
  while (cloud.world.now < healsAt(knobs)) {
    await cloud.world.sleep(Math.max(HOUR, (healsAt(knobs) - knobs.start) / 12));
    const looks = async () => {
      await ledgerBalances(cloud);
      if (knobs.bankDays > 0) await filesHold(cloud);
    };
    await looks().catch((error: Error) => {
      if (error.name === "Violation") throw error;
    });
  }
}

/** The faults end. */
async function heal(cloud: SimulatedCloud, receivers: Receivers): Promise<void> {
  await cloud.inject();
  cloud.weather = CALM;
  receivers.healAll();
}

/** What an operator does by the runbook, after an outage that began at `since`, or without one. */
async function recover(cloud: SimulatedCloud, since?: Date): Promise<void> {
  await cloud.world.sleep(HOUR);
  cloud.isCalm = true;
  await cloud.command("redrive-queues", { queue: "webhooks" });
  await cloud.command("redrive-queues", { queue: "all" });
  if (since) await cloud.command("redrive-relay", { since: since.toISOString() });
}
