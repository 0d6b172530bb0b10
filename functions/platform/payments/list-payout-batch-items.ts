import { errorEnvelope, type Problem } from "../../../shared/contract/errors.ts";
import { listPayoutBatchItemsOperation } from "../../../shared/contract/platform/payments/list-payout-batch-items.ts";
import {
  type BatchResult,
  itemsWithin,
  publicBatchItem,
} from "../../../shared/domain/payout/payout-batch.ts";
import { requireBatch } from "../../../shared/http/guard/require-payout.ts";
import { docsUrl } from "../../../shared/http/serve/responses.ts";
import { serveList } from "../../../shared/http/serve/serve-list.ts";
import { findResults } from "../../../shared/store/payout/payout-batches.ts";

export const handler = serveList(listPayoutBatchItemsOperation, {
  list: async ({ params: { id }, query }, { owner }) => {
    const { total } = await requireBatch(owner, id);
    const { start, end, has_more } = itemsWithin(total, query);
    const results = await findResults(owner, id, start, end);
    const data = Array.from({ length: end - start }, (_, i): BatchResult & { index: number } => ({
      index: start + i,
      ...results.get(start + i),
    }));
    return { data, has_more, total_count: total };
  },
  show: ({ problem, ...item }, { params }) => ({
    ...publicBatchItem(params.id, item, problem),
    error: problem ? errorEnvelope(problem as Problem, docsUrl()).error : null,
  }),
});
