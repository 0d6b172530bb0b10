import { Template } from "../../infra/local/base/template.ts";
import { assemblyDir } from "../support/cloud/assembly.ts";
import { complaintOf, mailsTo } from "../support/cloud/mailbox.ts";
import { newPartner } from "../support/partner/platform.ts";
import { SIGNUPS } from "../support/journeys/signup.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { must } from "./violation.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { untilItWorks } from "./companies.ts";
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

/** Someone reports an email as spam. Their mailbox stays silent. */
export async function complaint(cloud: SimulatedCloud, knobs: Knobs): Promise<void> {
  const { world } = cloud;
  const email = "silent@people.example";
  await cloud.sendMessage(feedback, complaintOf(email));
  await world.sleep(HOUR / 2);
  await cloud.call(SIGNUPS, { method: "POST", json: { email }, from: "198.51.100.8" });
  await world.sleep(endOf(knobs) + 2 * HOUR - world.now);
  const mails = await mailsTo(cloud, email);
  must(
    mails.length === 0,
    "suppressed mailboxes are silent",
    () => `a mailbox that complained got "${mails[0]?.subject}"`,
  );
}

/** An operator revokes a key. From a minute later on, it opens nothing. */
export async function revoked(cloud: SimulatedCloud, knobs: Knobs): Promise<void> {
  const { world } = cloud;
  const first = await untilItWorks(cloud, () => newPartner(cloud));
  const second = await untilItWorks(cloud, () => newPartner(cloud, { account: first.accountId }));
  await world.sleep(world.between(0, endOf(knobs) - world.now));
  await second.get("/v1/drivers");
  await untilItWorks(cloud, async () => {
    const { ok, message } = await cloud.command("revoke-key", { key_id: second.keyId });
    if (!ok && !/already/.test(message)) throw new Error(message);
  });
  await world.sleep(90_000);
  const acts = await Promise.all(
    [1, 2, 3].map(() =>
      second.post("/v1/drivers", { email: "x@drivers.example", first_name: "X", last_name: "Y" }),
    ),
  );
  for (const { status } of acts)
    must(
      status !== 201 && status !== 200,
      "a revoked key opens nothing",
      () => `${second.keyId} got ${status}`,
      second.keyId,
    );
}
