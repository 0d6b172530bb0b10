import { dayOf } from "../../domain/time/day.ts";
import { statedFigures, yearToPrepare } from "../../domain/tax/years/tax-rules.ts";
import { foreignItemDenials } from "./isolation.ts";
import { numbered } from "../numbered.ts";
import type { List } from "../list-answer.ts";
import type { RunAnswer } from "./command-run.ts";

/** The stage's address, and whether IAM refuses the items of other functions. */
export async function checkStage(now: Date): Promise<RunAnswer> {
  const { read, transaction } = await foreignItemDenials(now);
  const data = {
    api: process.env.BASE_URL,
    emails: process.env.MAIL,
    alarm_topic: process.env.ALARM_TOPIC,
    foreign_read: read ? "refused" : "allowed",
    foreign_transaction: transaction ? "refused" : "allowed",
  };
  return { ok: true, message: `The stage ${process.env.STAGE}`, data };
}

/** Those of this release. */
export const listFiguresRun: List<"figures"> = async (_, { now }) => {
  const years = [...new Set([now.getUTCFullYear(), yearToPrepare(dayOf(now))])];
  const data = years.flatMap((tax_year) =>
    statedFigures(tax_year).map(({ figure, isProvisional, year, published, source }) => ({
      tax_year,
      figure,
      state: isProvisional ? "provisional" : "published",
      of_year: year,
      published,
      source,
    })),
  );
  const missing = data.filter(({ state }) => state === "provisional").length;
  return { ok: true, message: `${numbered(missing, "figure")} not published yet`, data };
};
