import { createSandboxKeyOperation } from "../../shared/contract/agent/create-sandbox-key.ts";
import { makeSandbox } from "../../shared/dashboard/sandbox/sandbox-key.ts";
import { refuseForeignPage } from "../../shared/http/guard/foreign-page.ts";
import { readRequest } from "../../shared/http/serve/request.ts";
import { replyWith, serveRequests } from "../../shared/http/serve/serve.ts";

/** The limits are those of the docs' form, which makes the same. */
export const handler = serveRequests(createSandboxKeyOperation.name, async (event) => {
  readRequest(createSandboxKeyOperation, event);
  await refuseForeignPage(event);
  const { text: key, ids, expires_at } = await makeSandbox({ event, now: new Date() });
  const { DRIVER_ID: driver_id, BANK_ACCOUNT_ID: bank_account_id } = ids;
  return replyWith(createSandboxKeyOperation)("created", { key, driver_id, bank_account_id, expires_at });
});
