import type { ApiKey } from "../../domain/account/api-key.ts";
import { takeView } from "../../http/guard/form-once.ts";
import type { Result } from "../../http/serve/responses.ts";
import { keysPage } from "./keys-page.tsx";
import { type KeyView, newKeyPage, shownKeyPage } from "./new-key-page.tsx";
import { listApiKeys } from "../../store/account/api-keys.ts";
import { wholeListOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export async function showKeys({ shown, account, owner, query }: DashboardRequest): Promise<Result> {
  const keys = await keysIn(account, owner.mode);
  const isLiveOpen = owner.mode === "test" || account.verified;
  const place = wholeListOf({ shown, query });
  return keysPage(shown, { keys, place, isLiveOpen });
}

export const keysIn = async (account: DashboardRequest["account"], mode: string): Promise<ApiKey[]> =>
  (await listApiKeys((account.keys ?? []).map(({ hash }) => hash))).filter((key) => key.mode === mode);

export async function showNewKey({ shown, owner, params, now }: DashboardRequest): Promise<Result> {
  const view = await takeView<KeyView>(owner, params.view ?? "", now);
  return view ? newKeyPage(shown, view) : shownKeyPage(shown);
}
