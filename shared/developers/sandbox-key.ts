import { sandboxKeyLimit } from "../contract/developers/sign-in.ts";
import { hashOfKey } from "../crypto/key-hash.ts";
import { startedActivity } from "../domain/account/activity.ts";
import { newApiKey } from "../domain/account/api-key.ts";
import { newSandboxAccount } from "../domain/account/sandbox-account.ts";
import { limitSandboxKey } from "../http/guard/fair-share.ts";
import { putView, takeView } from "../http/guard/form-once.ts";
import type { Result } from "../http/serve/responses.ts";
import { SANDBOX_KEY_PATH } from "../pages/docs/docs-key.tsx";
import { askKeyPage, madeKeyPage, shownSandboxKeyPage } from "../pages/docs/sandbox-key-pages.tsx";
import { type PageRequest, seeOther } from "../pages/layout/serve-page.tsx";
import { putActivity } from "../store/account/activities.ts";
import { putSandboxAccount } from "../store/account/sandbox-accounts.ts";
import { NO_OWNER, postOnce } from "./serving/post-once.ts";

export const askSandboxKey = ({ token }: PageRequest): Result => askKeyPage(token);

type View = { text: string; expires_at: string };

/**
 * Makes a sandbox account with a key for a reader of the docs, and leaves a record of it. One page shows the
 * key's text once: the table stores its hash.
 */
export const makeSandboxKey = ({ event, form, now }: PageRequest): Promise<Result> =>
  postOnce({ owner: NO_OWNER, form, now }, SANDBOX_KEY_PATH, async (remember) => {
    const { http, requestId: request_id } = event.requestContext;
    await limitSandboxKey({ ...sandboxKeyLimit, method: "POST" }, http.sourceIp, now);
    const { account, key } = newSandboxAccount(now);
    const text = newApiKey("test");
    const view: View = { text, expires_at: key.expires_at };
    const page = `${SANDBOX_KEY_PATH}/${await putView(NO_OWNER, view, now)}`;
    await putSandboxAccount(account, key, hashOfKey(text), remember(page));
    const noMember = { member_id: "none", session_id: "none" };
    const of = { account_id: account.account_id, ...noMember, objects: [key.key_id], request_id };
    await putActivity({ ...startedActivity({ ...of, action: "get a sandbox key" }, now), result: "done" });
    return seeOther(page);
  });

export async function showSandboxKey({ now }: PageRequest, token: string): Promise<Result> {
  const view = await takeView<View>(NO_OWNER, token, now);
  return view ? madeKeyPage(view.text, view.expires_at) : shownSandboxKeyPage();
}
