import { jsonResult } from "../../shared/http/serve/responses.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";

/** For machines: that requests are answered, by which stage, and whether it has a sender for mail. */
export const handler = serveRequests("show-health", async () =>
  jsonResult(200, { status: "ok", stage: process.env.STAGE ?? "unknown", mail: process.env.MAIL ?? "off" }),
);
