import { SANDBOX_KEY_PATH, sandboxKeyLimit } from "../../contract/developers/sign-in.ts";
import { hashOfKey } from "../../crypto/key-hash.ts";
import { NO_MEMBER, startedActivity } from "../../domain/account/activity.ts";
import { type ApiKey, isEnded, isOfDocs, modeOfKey, newApiKey } from "../../domain/account/api-key.ts";
import { newSandboxAccount, sampleDriver } from "../../domain/account/sandbox-account.ts";
import { limitSandboxKey } from "../../http/guard/fair-share.ts";
import { putView, takeView } from "../../http/guard/form-once.ts";
import type { Result } from "../../http/serve/responses.ts";
import { askKeyPage, madeKeyPage, shownSandboxKeyPage } from "./sandbox-key-pages.tsx";
import { type PageRequest, seeOther } from "../../pages/layout/serve-page.tsx";
import { putActivity } from "../../store/account/activities.ts";
import { findApiKey } from "../../store/account/api-keys.ts";
import { putSandboxAccount } from "../../store/account/sandbox-accounts.ts";
import type { Write } from "../../store/table/table.ts";
import { NO_OWNER, postOnce } from "../serving/post-once.ts";

export const askSandboxKey = ({ token }: PageRequest): Result => askKeyPage(token);

type Sandbox = { text: string; expires_at: string; ids: { DRIVER_ID: string; BANK_ACCOUNT_ID: string } };

/** With a driver, and a record. `remember`: makes the write that belongs into the same transaction. */
export async function makeSandbox(
  { event, now }: Pick<PageRequest, "event" | "now">,
  remember?: (sandbox: Sandbox) => Promise<Write>,
): Promise<Sandbox> {
  const { http, requestId: request_id } = event.requestContext;
  await limitSandboxKey({ ...sandboxKeyLimit, method: "POST" }, http.sourceIp, now);
  const text = newApiKey("test");
  const { account, key } = newSandboxAccount(text.slice(-4), now);
  const sample = sampleDriver(now);
  const { id: DRIVER_ID, bank_accounts } = sample.driver;
  const ids = { DRIVER_ID, BANK_ACCOUNT_ID: bank_accounts[0]?.id ?? "" };
  const sandbox: Sandbox = { text, expires_at: key.expires_at, ids };
  await putSandboxAccount({ account, key, sample }, hashOfKey(text), await remember?.(sandbox));
  const noMember = { member_id: NO_MEMBER, session_id: NO_MEMBER };
  const of = { account_id: account.account_id, ...noMember, objects: [key.key_id], request_id };
  await putActivity({ ...startedActivity({ ...of, action: "get a sandbox key" }, now), result: "done" });
  return sandbox;
}

/** One page shows the key's text once: the table stores its hash. */
export const makeSandboxKey = (request: PageRequest): Promise<Result> =>
  postOnce({ owner: NO_OWNER, form: request.form, now: request.now }, SANDBOX_KEY_PATH, async (remember) => {
    let page = "";
    await makeSandbox(request, async (sandbox) => {
      page = `${SANDBOX_KEY_PATH}/${await putView(NO_OWNER, sandbox, request.now)}`;
      return remember(page);
    });
    return seeOther(page);
  });

export async function showSandboxKey({ now }: PageRequest, token: string): Promise<Result> {
  const view = await takeView<Sandbox>(NO_OWNER, token, now);
  return view ? madeKeyPage(view.text, view.expires_at, view.ids) : shownSandboxKeyPage();
}

/** The key of the docs with this text, if it works. Its text proves that the caller has the sandbox. */
export async function findSandboxKey(text: string, now: Date): Promise<ApiKey | undefined> {
  if (modeOfKey(text) !== "test") return undefined;
  const key = await findApiKey(hashOfKey(text), now);
  return key && isOfDocs(key) && !isEnded(key, now) ? key : undefined;
}
