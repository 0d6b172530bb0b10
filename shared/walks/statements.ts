import { isLive } from "../domain/item/owner.ts";
import { withFormer } from "../domain/savings/agreement.ts";
import { listAgreementsAfter, putStatementRequest } from "../store/savings/statements.ts";
import { WALK_PAGE, type WalkJob, type WalkNamed } from "./job.ts";

/** Requests the emails about a year's savings. The sandbox sends no email. */
export const statementsJob: WalkJob<WalkNamed<"savings.statement">> = {
  concerns: isLive,
  async page({ walk, owner, after }, now) {
    const agreements = await listAgreementsAfter(owner, after, WALK_PAGE);
    const reached = agreements.at(-1)?.driver_id;
    if (reached === undefined) return { done: "empty" };
    const requests = agreements
      .flatMap(withFormer)
      .map((agreement) => putStatementRequest(agreement, walk.year, now));
    const requested = (await Promise.all(requests)).filter(Boolean).length;
    const done = `${agreements.length} agreements, ${requested} statements`;
    return { done, reached, isFull: agreements.length === WALK_PAGE };
  },
};
