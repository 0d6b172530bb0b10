import type * as z from "zod/mini";
import { invalid, statusConflict } from "../../../shared/contract/errors.ts";
import { actOnSavingsOperation } from "../../../shared/contract/platform/test-helpers/act-on-savings.ts";
import { USUAL_LANGUAGE } from "../../../shared/domain/text/language.ts";
import {
  type Agreement,
  publicAgreement,
  readChoice,
  type SavingsChoice,
  type StatedLimits,
} from "../../../shared/domain/savings/agreement.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { requireTestMode } from "../../../shared/http/guard/require-test-mode.ts";
import { signReceipt } from "../../../shared/http/receipt/sign-receipt.ts";
import { requireAgreement } from "../../../shared/http/savings/require-agreement.ts";
import { termsOf } from "../../../shared/http/savings/savings-of-link.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { deeds, type Offer } from "../../../shared/pages/savings/deeds.ts";
import { changeSavings, endSavings, startSavings } from "../../../shared/store/savings/agreements.ts";
import { personWith, savingsRoom, saveElsewhere } from "../../../shared/store/savings/savers.ts";
import type { Write } from "../../../shared/store/table/table.ts";

/** The driver needs no page: the agreement, its receipt and its event are those of one. */
export const handler = servePlatform(actOnSavingsOperation, {
  load: ({ params }, { owner }) => {
    requireTestMode(owner);
    return requireDriver(owner, params.driver_id, "driver_id");
  },
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params, body }, { owner, now, loaded: driver, reply, remember }) => {
    const agreement = await requireAgreement(owner, params.driver_id);
    if (agreement.status !== NEEDED[body.act]) throw notNow(agreement, body.act);
    const offer = { agreement, language: USUAL_LANGUAGE, ...(await termsOf(agreement, now)) };
    const act = await actOf(body, offer, driver.email, now);
    const events = agreement.events + (body.act === "save_elsewhere" ? 0 : 1);
    const done = reply("done", publicAgreement({ ...agreement, ...act.after, events }));
    if (await act.write(remember(done))) return done;
    throw statusConflict("Another request changed the agreement. Read it, and try again.", "driver_id");
  },
});

type Body = z.infer<typeof actOnSavingsOperation.body>;

const NEEDED = { agree: "invited", change: "active", end: "active", save_elsewhere: "active" } as const;

const notNow = ({ status }: Agreement, act: keyof typeof NEEDED) =>
  statusConflict(`The agreement is ${status}. To ${act}, it must be ${NEEDED[act]}.`, "act");

type Acted = { after: Partial<Agreement>; write: (memory: Write | undefined) => Promise<boolean> };

async function actOf(body: Body, offer: Offer, email: string, now: Date): Promise<Acted> {
  const { agreement, limits } = offer;
  const at = now.toISOString();
  if (body.act === "save_elsewhere") {
    const { person = "" } = agreement;
    const { year, cap, left } = await savingsRoom(agreement, person, now);
    const { amount = 0 } = body;
    if (amount < 1 || amount > left)
      throw invalid(
        `\`amount\` must be 1 to ${left} cents, what the driver may still save for ${year}.`,
        "amount",
      );
    return {
      after: {},
      write: (memory) => saveElsewhere(agreement, { person, year, cap, amount }, memory),
    };
  }
  if (body.act === "end") {
    const receipt = await signReceipt(deeds.end(offer), now);
    return {
      after: { status: "ended", ended_at: at, ended_by: "driver" },
      write: (memory) => endSavings(agreement, { by: "driver", receipt }, now, memory),
    };
  }
  const choice = choiceIn(body, limits);
  const receipt = await signReceipt(deeds[body.act](offer, choice), now);
  if (body.act === "change")
    return {
      after: { choice, changed_at: at },
      write: (memory) => changeSavings(agreement, choice, receipt, now, memory),
    };
  const person = await personWith(agreement, email);
  return {
    after: { status: "active", choice, started_at: at },
    write: (memory) => startSavings(agreement, { choice, person, email, receipt }, undefined, now, memory),
  };
}

/** The same checks as the page's form, whose fields are texts. */
function choiceIn({ rule, percent, yearly_cap, age_50_or_older }: Body, limits: StatedLimits): SavingsChoice {
  const form = {
    rule,
    percent: percent?.toString(),
    cap: yearly_cap === undefined ? undefined : (yearly_cap / 100).toFixed(2),
    age: age_50_or_older ? "yes" : undefined,
  };
  const read = readChoice(form, limits);
  if ("choice" in read) return read.choice;
  const { mistakes, most } = read;
  if (mistakes.rule) throw invalid("`rule` must be `percent` or `cents`.", "rule");
  if (mistakes.percent === "noPercent")
    throw invalid("Leave out `percent` with the rule `cents`.", "percent");
  if (mistakes.percent) throw invalid("`percent` must be a whole number from 1 to 50.", "percent");
  throw invalid(`\`yearly_cap\` must be 100 to ${most} cents, the law's limit.`, "yearly_cap");
}
