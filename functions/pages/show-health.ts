import { jsonResult } from "../../shared/http/serve/responses.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";

/** For monitors: the stage and whether it can send email. */
export const handler = serveRequests("show-health", async () =>
  jsonResult(200, { status: "ok", stage: process.env.STAGE ?? "unknown", mail: process.env.MAIL ?? "off" }),
);
