import { Template } from "../../infra/local/base/template.ts";
import { assemblyDir } from "../support/cloud/assembly.ts";
import { complaintOf } from "../support/cloud/mailbox.ts";
import { newPartner } from "../support/partner/platform.ts";
import { SIGNUPS } from "../support/partner/signup.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { insist, mustRepeat, untilItWorks } from "./book.ts";
import { must } from "./violation.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { endOf, type Knobs } from "./knobs.ts";

const [feedback = ""] = new Template(assemblyDir)
  .ids("AWS::SQS::Queue")
  .filter((id) => id.startsWith("MailFeedbackQueue"));
const HOUR = 3_600_000;

/** One address starts more signups in a minute than it may. */
export async function flood(cloud: SimulatedCloud, knobs: Knobs): Promise<void> {
  const { world } = cloud;
  await world.sleep(world.between(0, endOf(knobs) - world.now));
  // A window of the limiter may begin in between, so the flood is short.
  const start = (i: number) =>
    cloud.call(SIGNUPS, {
      method: "POST",
      json: { email: `flood${i}@flood.example`, sandbox: true },
      from: "198.51.100.77",
    });
  const began = world.now;
  const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => start(i)));
  const answered = replies.filter(({ status }) => status < 300).length;
  const [limit] = startSignupOperation.limits;
  // After a jump of the clock, a window has room again.
  if (world.now - began > 30_000) return;
  must(answered <= limit.count, "limits are exact", () => `${answered} signups of one address began at once`);
  const isCalm = knobs.faults.length + knobs.crash + knobs.slow === 0;
  if (isCalm)
    must(
      answered === limit.count,
      "limits are exact",
      () => `${answered} signups of one address began at once`,
    );
}

/** The mailbox of someone who reports an email as spam. Others cause emails of all kinds to it. */
export const SILENT = "silent@people.example";

/** They report it, and then a stranger types their address. */
export async function complaint(cloud: SimulatedCloud): Promise<void> {
  const { world } = cloud;
  await cloud.sendMessage(feedback, complaintOf(SILENT));
  await world.sleep(HOUR / 2);
  cloud.silenced.set(SILENT, world.now);
  await cloud.call(SIGNUPS, { method: "POST", json: { email: SILENT }, from: "198.51.100.8" });
}

/** An operator takes a right away. From a minute later on, it opens nothing, until it is given back. */
export async function stopped(cloud: SimulatedCloud, knobs: Knobs): Promise<void> {
  const { world } = cloud;
  const first = await untilItWorks(cloud, () => newPartner(cloud));
  const second = await untilItWorks(cloud, () => newPartner(cloud, { account: first.accountId }));
  const account = first.accountId;
  for (const [name, input, partner, isOpen] of [
    ["suspend-account", { account }, first, false],
    ["resume-account", { account }, first, true],
    ["revoke-key", { key_id: second.keyId }, second, false],
  ] as const) {
    await world.sleep(world.between(0, (endOf(knobs) - world.now) / 2));
    await second.get("/v1/drivers");
    await operate(cloud, name, input, /already|is not suspended/);
    await world.sleep(90_000);
    const wish = { email: "x@drivers.example", first_name: "X", last_name: "Y" };
    const replies = await Promise.all([1, 2, 3].map(() => partner.post("/v1/drivers", wish)));
    for (const { status } of replies)
      must(
        isOpen ? status !== 403 : status !== 201 && status !== 200,
        "a revoked key opens nothing",
        () => `${partner.keyId} got ${status} after ${name}`,
        partner.keyId,
      );
  }
}

/** Repeats a command until it works, or until an earlier try turns out to have worked. */
async function operate(cloud: SimulatedCloud, name: string, input: object, isDone = /(?!)/): Promise<void> {
  await untilItWorks(cloud, async () => {
    const { ok, message } = await cloud.command(name, input);
    if (!ok && !isDone.test(message)) throw new Error(message);
  });
}

/** A program registers a company, twice. An operator looks around and decides, and the decision stays. */
export async function integrator(cloud: SimulatedCloud, knobs: Knobs): Promise<void> {
  const { world } = cloud;
  const json = { company: "Integrated Fleet", email: "dev@integrated.example" };
  const register = () =>
    insist(
      cloud,
      () => cloud.call("/api/agent/partners", { method: "POST", json, from: "198.51.100.9" }),
      knobs.deaf,
      20,
    );
  const [first, again] = await Promise.all([register(), register()]);
  const partner_id = first?.json?.partner_id;
  if (!partner_id || !again?.json?.partner_id) return;
  mustRepeat(first, again, "a registration", partner_id);
  await world.sleep(world.between(0, endOf(knobs) - world.now));
  for (const noun of ["queues", "networks", "partners"]) await operate(cloud, "list", { noun });
  const [command, status] = world.pick([
    ["approve-partner", "approved"],
    ["refuse-partner", "refused"],
  ] as const);
  await operate(cloud, command, { partner_id });
  await world.sleep(world.between(60_000, HOUR));
  const answer = await untilItWorks(cloud, async () => {
    const reply = await cloud.call(`/api/agent/partners/${partner_id}`);
    return reply.status >= 500 ? Promise.reject(new Error(reply.text)) : reply.json;
  });
  must(answer.status === status, "acknowledged is never lost", () => `${partner_id} is ${answer.status}`);
}
