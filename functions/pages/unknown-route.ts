import { Problem } from "../../shared/contract/errors.ts";
import { allowedMethods } from "../../shared/contract/service.ts";
import { serveRequests } from "../../shared/http/serve.ts";

/** What the gateway's `$default` route reaches: no such path, or not with this method. */
export const handler = serveRequests("unknown-route", async ({ rawPath, requestContext }) => {
  const allowed = allowedMethods(rawPath);
  if (allowed.length === 0) throw new Problem("route_not_found", "There is nothing at this path.");
  const allow = allowed.join(", ");
  throw new Problem(
    "method_not_allowed",
    `This path answers ${allow}, not ${requestContext.http.method}.`,
    null,
    { allow },
  );
});
