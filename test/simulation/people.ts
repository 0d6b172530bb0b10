import { postForm } from "../support/cloud/browserless.ts";
import { linkIn, mailsTo } from "../support/cloud/mailbox.ts";
import { SIGNUPS } from "../support/partner/signup.ts";
import { insist, untilItWorks } from "./book.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { endOf, type Knobs } from "./knobs.ts";

/** Someone for whom an agent starts a signup. */
export type Person = {
  email: string;
  isSandbox: boolean;
  signup?: string;
  startedAt: number;
  link?: string;
  /** What they did, and whether the page said so. */
  act?: "confirm" | "disown";
  isDone?: boolean;
  erasedAt?: number;
};

/** A person confirms, says that it was not them, or does nothing. Later an operator may erase them. */
export async function person(cloud: SimulatedCloud, knobs: Knobs, of: Person): Promise<void> {
  const { world } = cloud;
  await world.sleep(world.between(0, Math.max(0, endOf(knobs) - world.now) / 2));
  of.startedAt = world.now;
  const wish = of.isSandbox ? { email: of.email, sandbox: true } : { email: of.email, name: "Ana" };
  const from = `203.0.113.${Math.floor(world.between(1, 250))}`;
  const reply = await insist(
    cloud,
    () => cloud.call(SIGNUPS, { method: "POST", json: wish, from }),
    knobs.deaf,
  );
  if (!reply || reply.status >= 300) return;
  of.signup = reply.json.signup_id;
  if (of.isSandbox) return;
  of.act = world.pick(["confirm", "confirm", "disown"] as const);
  const link = await firstLink(cloud, of.email, endOf(knobs) + 6 * 3_600_000);
  if (!link) return;
  of.link = link;
  await world.sleep(world.between(1_000, knobs.pauseMs));
  const fields: Record<string, string> = of.act === "confirm" ? { consent: "yes" } : { act: "disown" };
  const path = of.act === "confirm" ? link : `${link}/not-me`;
  const answer = await untilItWorks(cloud, async () => {
    const answered = await postForm(cloud, path, fields);
    if (answered.status >= 500 || answered.status === 429) throw new Error("again");
    return answered;
  });
  of.isDone = answered(answer.status);
  // An email that was being sent may still arrive.
  if (of.act === "disown" && of.isDone) cloud.silenced.set(of.email, world.now + 60_000);
  if (world.chance(0.7)) return;
  await world.sleep(world.between(1_000, knobs.pauseMs * 4));
  await untilItWorks(cloud, async () => {
    const { ok } = await cloud.command("erase-person", { person: of.email });
    if (!ok) throw new Error("again");
  });
  of.erasedAt = world.now;
}

const answered = (status: number): boolean => status === 200 || status === 303;

async function firstLink(cloud: SimulatedCloud, email: string, until: number): Promise<string | undefined> {
  while (cloud.world.now < until) {
    const [mail] = await mailsTo(cloud, email);
    if (mail) return linkIn(mail);
    await cloud.world.sleep(20_000);
  }
  return undefined;
}
