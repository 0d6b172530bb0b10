import type { LedgerPage } from "../../domain/ledger/ledger-page.ts";
import { countInStage, logger } from "../../http/serve/telemetry.ts";
import { auditUntil, isAudited, putAudited } from "../../store/ledger/audit/audits.ts";
import { outboxWrite } from "../../store/table/outbox.ts";
import { transact } from "../../store/table/table.ts";
import { firstPlace, nextPlace, type LedgerPlace, placeIn } from "./ledger-places.ts";

/** The walker takes up to four messages at once, and has 20 seconds for them. */
const RUN_MS = 3_000;

/** Those that changed since their last audit of this month. Alarms watch the count of differences. */
export async function auditNight({ day, resume }: LedgerPage, now: Date): Promise<string> {
  const until = performance.now() + RUN_MS;
  let place = resume ? placeIn(resume) : await firstPlace();
  let checked = 0;
  let count = 0;
  while (place && performance.now() < until) {
    const { account_id, mode, ...at }: LedgerPlace = place;
    const owner = { account_id, mode };
    const isWhole = at.part === "entries" && at.after === undefined;
    if (isWhole && (await isAudited(owner, day))) {
      place = await nextPlace(owner);
      continue;
    }
    const { differences, busy, entries, next, ...read } = await auditUntil(owner, at, now, until);
    checked += read.checked;
    count += differences.length;
    if (differences.length > 0) {
      logger.error("ledger", { operation: "walk-tax-events", ...owner, differences: differences.length });
      countInStage("LedgerDifferences", differences.length);
    } else if (isWhole && !next && busy.length === 0) await putAudited(owner, day, entries);
    place = next ? { ...owner, ...next } : await nextPlace(owner);
  }
  if (place) await transact([outboxWrite({ kind: "ledger_page", day, resume: JSON.stringify(place) }, now)]);
  else countInStage("LedgerDifferences", 0);
  return `${checked} items, ${count} differences${place ? "" : ", ended"}`;
}
