import { sandboxKeyLimit } from "../contract/developers/sign-in.ts";
import { hashOfKey } from "../crypto/key-hash.ts";
import { startedActivity } from "../domain/account/activity.ts";
import { newApiKey } from "../domain/account/api-key.ts";
import { newSandboxAccount } from "../domain/account/sandbox-account.ts";
import { limitSandboxKey } from "../http/guard/sandbox-cap.ts";
import type { Result } from "../http/serve/responses.ts";
import { askKeyPage, madeKeyPage } from "../pages/docs/sandbox-key-pages.tsx";
import type { PageRequest } from "../pages/layout/serve-page.tsx";
import { putActivity } from "../store/account/activities.ts";
import { putSandboxAccount } from "../store/account/sandbox-accounts.ts";

export const askSandboxKey = ({ token }: PageRequest): Result => askKeyPage(token);

/**
 * Makes a sandbox account with a key for a reader of the docs, and leaves a record of it. Only the answer has
 * the key's text: the table stores its hash.
 */
export async function makeSandboxKey({ event, now }: PageRequest): Promise<Result> {
  const { http, requestId: request_id } = event.requestContext;
  await limitSandboxKey({ ...sandboxKeyLimit, method: "POST" }, http.sourceIp, now);
  const { account, key } = newSandboxAccount(now);
  const text = newApiKey("test");
  await putSandboxAccount(account, key, hashOfKey(text));
  const nobody = { member_id: "none", session_id: "none" };
  const of = { account_id: account.account_id, ...nobody, objects: [key.key_id], request_id };
  await putActivity({ ...startedActivity({ ...of, action: "get a sandbox key" }, now), result: "done" });
  return madeKeyPage(text, key.expires_at);
}
