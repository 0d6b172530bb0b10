import { missing } from "../../shared/contract/errors.ts";
import { Mode } from "../../shared/domain/item/owner.ts";
import { findAdapter } from "../../shared/http/guard/adapters.ts";
import { decodeUtf8 } from "../../shared/http/serve/request-text.ts";
import { requestBody } from "../../shared/http/serve/request.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";
import { sendPayoutHints } from "../../shared/queues/hints.ts";

/**
 * Sends hints of the payouts that a rail's call is about. The rail is then asked, so a call that is repeated,
 * late or out of order does no harm. Only the rail's signature opens it. Any other call gets one 404.
 */
export const handler = serveRequests("hear-rail", async (event) => {
  const { data: mode } = Mode.safeParse(event.pathParameters?.mode);
  const rail = mode && findAdapter(mode, "rail");
  const body = decodeUtf8(requestBody(event));
  const payouts = await rail?.hear?.({ headers: event.headers, body });
  if (!payouts) throw missing("No rail calls back here with this signature.");
  await sendPayoutHints(payouts);
  return { statusCode: 204, headers: {} };
});
