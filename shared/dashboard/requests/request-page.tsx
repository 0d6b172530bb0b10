import type { KeptRequest } from "../../domain/account/kept-request.ts";
import { brand } from "../../domain/brand/brand.ts";
import { baseUrl, type Result } from "../../http/serve/responses.ts";
import { pageOfId } from "../find/page-of-id.ts";
import { CopyBox } from "../frame/copy-box.tsx";
import { dashboardPage, Facts } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { endsOfId, StateBadge, When, withCode } from "../list/cells.tsx";

export const requestPath = (mode: string, { id }: Pick<KeptRequest, "id">): string =>
  `/developers/home/${mode}/requests/${id}`;

export const StatusBadge = ({ status }: { status: number }) => (
  <StateBadge kind={status < 400 ? "ok" : status < 500 ? "warn" : "bad"}>{String(status)}</StateBadge>
);

/** Of a key that no page shows. */
export const endingOfKey = (ending: string | undefined) =>
  ending && (
    <span class="id">
      <code>…{ending}</code>
    </span>
  );

export const requestPage = (shown: Shown, request: KeptRequest): Result => {
  const { id, at, method, route, status, code, param, message, ms, object_id } = request;
  const { mode } = shown;
  return dashboardPage(
    shown,
    `${method} ${route}`,
    <>
      {code && (
        <p class="notice attention">
          {withCode(message ?? code)} <a href={`${brand.docsPath}/errors#${code}`}>What {code} means</a>.
        </p>
      )}
      <Facts
        of={{
          Time: <When at={at} />,
          Key: endingOfKey(request.key_ending),
          "Idempotency key": endingOfKey(request.idempotency),
          Latency:
            ms !== undefined && `${ms.toLocaleString("en-US")} ms${code ? "" : ", until it was stored"}`,
          Field: param && <code>{param}</code>,
          Wrote: object_id && <a href={pageOfId(object_id, mode)}>{endsOfId(object_id)}</a>,
          Event: id.startsWith("evt_") && (
            <a href={`/developers/webhooks/${mode}/events/${id}`}>{endsOfId(id)}</a>
          ),
        }}
      />
      <CopyBox label={`Copy as curl: ${method} ${route}`} text={curlOf(method, route)} />
      <p class="fine">We keep this for 30 days, without the body, query values and addresses.</p>
    </>,
    {
      above: [`/developers/home/${mode}/requests`, "Requests"],
      id: request.request_id,
      badge: <StatusBadge status={status} />,
    },
  );
};

/** Ids and bodies are not stored, so the command has placeholders for them, and for the key. */
function curlOf(method: string, route: string): string {
  const lines = [`curl -i -X ${method} "${baseUrl()}${route}"`, '-H "authorization: Bearer $API_KEY"'];
  if (method !== "GET" && method !== "DELETE") lines.push('-H "content-type: application/json"', "-d '{}'");
  return lines.join(" \\\n  ");
}
