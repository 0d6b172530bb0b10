import type { Cloud } from "../cloud/cloud.ts";
import { DashboardVisitor } from "../dashboard/dashboard.ts";
import { fillTeam } from "../dashboard/filled-team.ts";
import type { Ids } from "../dashboard/routes.ts";
import { signInTeam } from "../dashboard/team.ts";
import { newPartner, type Partner } from "../partner/platform.ts";
import { Receiver } from "../partner/receiver.ts";

const COMPANY = "Zoë's Ünïcode 运输 مرحبا & Long-Distance Deliveries of the Pacific Northwest 🚚";

/** Long, without a space, from right to left, with emoji, and with characters that a page must escape. */
const NAMES: [first: string, last: string][] = [
  ["Bartholomew-Maximilian", "Featherstonehaugh-Cholmondeley de la Tour d'Auvergne"],
  ["عبد الرحمن", "بن محمد الأنصاري القرطبي"],
  ["Zoë 🚚💨", "O'Brien 👩‍👩‍👧‍👦"],
  ["<script>alert(1)</script>", '"&amp;'],
  ["Pneumonoultramicroscopicsilicovolcanoconiosis", "X"],
  ["Nguyễn", "Minh Khai"],
  ["Ana", "Ng"],
];
/** The endings of their bank accounts: most payouts complete, others fail or are refunded. */
const BANKS = ["0000", "0016", "0009", "1113", "0000", "0015", "0000"];

const ANSWERS = [500, 204, 410, 404, 302, 204];

export type Account = { visitor: DashboardVisitor; ids: Ids };

/** An account with all that makes a page long, wide or red. */
export async function uglyAccount(cloud: Cloud): Promise<Account & { partner: Partner }> {
  const team = await signInTeam(cloud, COMPANY);
  const ids = await fillTeam(cloud, team);
  const account = /acct_\w+/.exec((await team.admin.call("/developers/account/test")).text)?.[0] ?? "";
  const partner = await newPartner(cloud, { account });
  const [driver = ""] = await addPayouts(partner);
  // Few events are for so many endpoints.
  await addEndpoints(partner);
  for (const method of ["instant", "standard"]) await partner.payout(driver, { method });
  for (const amount of [0, 99, 12.5, "12", -1])
    await partner.post("/v1/payments/payout", { driver_id: ids.driver, amount, currency: "usd" });
  for (const path of ["drivers/drv_00000000000000000000000000", "payments/none", "webhooks?limit=1000"])
    await partner.get(`/v1/${path}`);
  return { visitor: team.admin, ids: { ...ids, driver }, partner };
}

export const emptyAccount = async (cloud: Cloud): Promise<Account> => ({
  visitor: await new DashboardVisitor(cloud).signIn("Empty"),
  ids: {} as Ids,
});

/** As many as an account may have. */
async function addEndpoints(partner: Partner): Promise<void> {
  const receiver = await Receiver.start();
  receiver.answer = ({ path }) => ({ status: ANSWERS[path.length % ANSWERS.length] ?? 204 });
  for (let i = (await partner.read("/v1/webhooks?limit=100")).data.length; i < 16; i++)
    await partner.create("/v1/webhooks", {
      events: i % 2 === 0 ? ["payment.completed", "payment.failed"] : ["*"],
      url: receiver.url(`/${"a-very-long-path-of-an-endpoint/".repeat(i % 4)}${"x".repeat(i)}`),
      ...(i % 3 === 0 && { description: `Endpoint ${i} of the accounting department ${"💸".repeat(i)}` }),
    });
}

/** More than 300, of each status. */
async function addPayouts(partner: Partner): Promise<string[]> {
  const drivers: string[] = [];
  for (const [i, [first_name, last_name]] of NAMES.entries()) {
    const { id } = await partner.driver({
      first_name,
      last_name,
      external_id: `${"fleet-".repeat(i * 2)}${i}`,
    });
    await partner.bankAccount(id, BANKS[i] ?? "0000");
    drivers.push(id);
  }
  const payouts = Array.from({ length: 300 }, (_, i) => ({
    driver_id: drivers[i % drivers.length],
    amount: 100 + ((i * 7_919) % 99_990),
    currency: "usd",
    method: i % 3 === 0 ? "standard" : "instant",
    ...(i % 5 === 0 && { description: "Überstunden ".repeat(9) }),
  }));
  const { id } = await partner.create("/v1/payments/batches", { payouts });
  await partner.cloud.advanceWithin("1h", "5m");
  const { status } = await partner.read(`/v1/payments/batches/${id}`);
  if (status !== "completed") throw new Error(`After an hour, the batch is ${status}`);
  // A batch pays in no fixed order. Lists begin with these.
  for (let i = 0; i < 35; i++)
    await partner.payout(drivers[i % drivers.length] ?? "", { amount: 5_000 + i * 317, method: "instant" });
  return drivers;
}
