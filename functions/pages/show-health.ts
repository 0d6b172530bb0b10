import { Problem } from "../../shared/contract/errors.ts";
import { jsonResult } from "../../shared/http/serve/responses.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";
import { logFault } from "../../shared/http/serve/telemetry.ts";
import { findReadiness } from "../../shared/store/table/readiness.ts";

/** `/health` makes no call, so it shows that functions run. `/health?ready`: 503 without the table. */
export const handler = serveRequests("show-health", async ({ rawQueryString }) => {
  if (new URLSearchParams(rawQueryString).has("ready")) await requireTable();
  return jsonResult(200, {
    status: "ok",
    stage: process.env.STAGE ?? "unknown",
    mail: process.env.MAIL ?? "off",
  });
});

async function requireTable(): Promise<void> {
  try {
    await findReadiness();
  } catch (error) {
    logFault("show-health", error);
    throw new Problem(
      "service_unavailable",
      "The database does not answer. Try again with exponential backoff.",
      null,
      { "retry-after": "5" },
    );
  }
}
