import { type BankedFile, MISTAKES, returnsFile } from "../../infra/local/bank/bank.ts";
import { nextCutOff } from "../../shared/domain/rail/bank-days.ts";
import { driverPaidAt, liveCompany as newLiveCompany } from "../support/partner/live-company.ts";
import { listed } from "./bank-books.ts";
import { Company, type Driver, untilItWorks } from "./book.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { paying, toolsOf } from "./companies.ts";
import { bankEndOf, type Knobs } from "./knobs.ts";
import type { Receivers } from "./receivers.ts";

const HOUR = 3_600_000;
const DAY = 86_400_000;
const CREDITED = 10_000_000;
/** What the pretend bank does with a number, by its end. Most numbers are plain. */
const ENDINGS = [
  "5551",
  "5552",
  "5553",
  "5554",
  "5555",
  "5556",
  "1001",
  "1003",
  "2004",
  "2029",
  "3001",
  "3002",
  "3003",
  "3005",
  "3006",
  "3007",
  "4002",
];

/** A company in live mode: it hires, pays, cancels, and removes a bank account, until the bank's days end. */
export async function liveCompany(
  cloud: SimulatedCloud,
  knobs: Knobs,
  receivers: Receivers,
  book: Company[],
) {
  const { world } = cloud;
  // The files' writer has not published its key before its first run.
  await world.sleep(world.between(400_000, HOUR));
  const of = new Company(await untilItWorks(cloud, () => newLiveCompany(cloud, CREDITED)));
  of.credited = CREDITED;
  book.push(of);
  const tools = toolsOf(cloud, knobs, receivers, of);
  const wish = ({ id }: Driver) => {
    const amount = Math.floor(world.between(100, 3_000));
    return { driver_id: id, amount, tip_amount: amount % 50, currency: "usd", method: "standard" };
  };
  const hire = async () => {
    const number = `12${of.drivers.length + 10}${world.pick(ENDINGS)}`;
    const id = await untilItWorks(cloud, () => driverPaidAt(of.partner, number));
    of.numbers.set(id, number);
    of.drivers.push({ id, email: `${id}@drivers.example`, isDeleted: false });
  };
  const acts = {
    ...paying({ ...tools, wish }),
    hire,
    cancel: async () => {
      const payout = world.pick(tools.paidOut());
      if (payout) await tools.once(`/v1/payments/${payout.id}/cancel`);
    },
    unbank: async () => {
      const driver = world.pick(of.drivers);
      const path = `/v1/drivers/${driver?.id}/bank-accounts`;
      const { data } = await of.partner.read(path).catch(() => ({ data: [] }));
      if (data[0]) await of.partner.call(`${path}/${data[0].id}`, { method: "DELETE" }).catch(() => {});
    },
  };
  const weighted = [
    ...(["pay", "pay", "pay", "pay", "pay", "burst", "batch", "batch", "payAgain"] as const),
    ...(["hire", "hire", "cancel", "cancel"] as const),
  ];
  for (let left = 8; left > 0; left--) await hire();
  // Until the first bank accounts are verified, payouts are refused.
  const verified = world.now + 4.5 * DAY;
  while (world.now < bankEndOf(knobs)) {
    await world.sleep(cutOffAfter(world.now + HOUR) - world.between(0, 600_000) - world.now);
    for (let left = world.now < verified ? 1 : world.between(2, 9); left > 0; left--) {
      await acts[world.chance(0.02) ? "unbank" : world.pick(weighted)]();
      await world.sleep(-Math.log(1 - world.random()) * 90_000);
    }
  }
}

const cutOffAfter = (now: number): number => nextCutOff(new Date(now), ["14:00", "20:00"]).at.getTime();

/** At cut-offs, the rail's functions run twice at once, and companies cancel meanwhile. */
export async function cutOffs(cloud: SimulatedCloud, knobs: Knobs, companies: readonly Company[]) {
  const { world } = cloud;
  const schedules: { name: string }[] = (await cloud.call("/_local/schedules")).json;
  const names = schedules.map(({ name }) => name);
  const fire = (part: RegExp) =>
    cloud.call("/_local/schedules", {
      method: "POST",
      json: { name: names.find((name) => part.test(name)) },
    });
  while (world.now < bankEndOf(knobs)) {
    await world.sleep(cutOffAfter(world.now + 1_000) + world.between(-500, 3_000) - world.now);
    const waiting = companies.flatMap(({ partner, intentions }) =>
      [...intentions.values()]
        .slice(-6)
        .flatMap(({ reply }) =>
          partner.key.startsWith("svc_live") && reply?.status === 201 && world.chance(0.3)
            ? [() => partner.post(`/v1/payments/${reply.json.id}/cancel`, undefined)]
            : [],
        ),
    );
    const runs = [/CollectPayouts/, /CollectPayouts/, /WriteBankFiles/, /ReadBankFiles/].map(
      (part) => () => fire(part),
    );
    const late = (act: () => Promise<unknown>) =>
      world
        .sleep(world.between(0, 200))
        .then(act)
        .catch(() => {});
    await Promise.all([...waiting, ...runs].map(late));
  }
}

const post = (cloud: SimulatedCloud, json: object) => cloud.call("/_local/bank", { method: "POST", json });
const filesOf = async (cloud: SimulatedCloud): Promise<BankedFile[]> =>
  (await cloud.call("/_local/bank/json")).json.files;
const answer = ({ number, entries, credits }: BankedFile, verdict: string) =>
  `ACK,${number},${verdict},${entries.length},${credits}\n`;

/** A bank that does something wrong now and then, and an operator who looks at its files. */
export async function bank(cloud: SimulatedCloud, knobs: Knobs): Promise<void> {
  const { world } = cloud;
  let sent = 0;
  const send = (body: string) => post(cloud, { name: `rude-${String(++sent).padStart(3, "0")}`, body });
  const entryOf = async () => {
    const entries = (await filesOf(cloud)).flatMap((file) => file.entries);
    return entries.length > 0 ? [world.pick(entries)] : [];
  };
  const mistaken = () => post(cloud, { mistake: world.pick(Object.keys(MISTAKES)) });
  const acts = [
    mistaken,
    mistaken,
    mistaken,
    mistaken,
    /** The opposite of what it said, or the same again. */
    async () => {
      const file = world.pick(await filesOf(cloud));
      if (file?.answered) await send(answer(file, world.pick(["ACCEPTED", "REJECTED"])));
    },
    /** Any entry comes back, at any time, perhaps for the second time. */
    async () => {
      const entries = await entryOf();
      if (entries.length > 0) await send(returnsFile(entries, world.pick(["R01", "R29"]), world.now));
    },
    /** A correction that it made days ago arrives after a newer one. */
    async () => {
      const created = world.now - world.between(0, 3 * DAY);
      const number = String(Math.floor(world.between(1e9, 9e9)));
      const entries = await entryOf();
      if (entries.length > 0) await send(returnsFile(entries, "C01", created, number));
    },
  ];
  while (world.now < bankEndOf(knobs)) {
    await world.sleep(world.between(0, 12 * HOUR));
    // A bank that refuses the first tests of bank accounts stops all payouts.
    if (world.chance(knobs.rude * (world.now < knobs.start + 4.5 * DAY ? 0.1 : 1))) await world.pick(acts)();
    if (world.chance(0.3)) await resendRejected(cloud).catch(() => {});
  }
}

async function resendRejected(cloud: SimulatedCloud): Promise<void> {
  for (const { number, state } of await listed(cloud, "bank-files"))
    if (state === "rejected") await cloud.command("resend-bank-file", { file: String(number) });
}

/** What an operator does by the runbook: asks for answers, and sends what was rejected again. */
export async function settleFiles(cloud: SimulatedCloud): Promise<void> {
  let quiet = 0;
  // What came back late comes back within three days.
  for (let days = 14; days > 0 && quiet < 4; days--) {
    const files = await listed(cloud, "bank-files");
    quiet = files.every(({ state }) => /acknowledged|released/.test(state)) ? quiet + 1 : 0;
    for (const file of await filesOf(cloud))
      if (files.some(({ number, state }) => number === file.number && state === "written"))
        await post(cloud, { name: `asked-${file.number}-${days}`, body: answer(file, "ACCEPTED") });
    await resendRejected(cloud);
    await cloud.world.sleep(DAY);
  }
}
