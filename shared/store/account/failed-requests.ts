import { FailedRequest } from "../../domain/account/failed-request.ts";
import { firstIdAfter } from "../../domain/item/ids.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { partitionOf } from "../keys/keys.ts";
import { type PageQuery, pageOf, type ResultPage } from "../table/pages.ts";
import { FAILURES_KEPT_SECONDS } from "./failure-writes.ts";

const SEARCH = { among: 5_000, most: 5_000 };

export async function listFailures(
  owner: Owner,
  where: Readonly<Record<string, string>>,
  query: PageQuery,
  now: Date,
): Promise<ResultPage<FailedRequest>> {
  const from = firstIdAfter("fail_", new Date(now.getTime() - FAILURES_KEPT_SECONDS * 1000).toISOString());
  const isSearch = Object.keys(where).length > 0;
  const range = { partition: partitionOf("failure", owner), from, to: "fail_~", ...(isSearch && { where }) };
  const page = await pageOf(range, query, isSearch ? SEARCH : undefined);
  return { ...page, data: page.data.map((item) => FailedRequest.parse(item)) };
}
