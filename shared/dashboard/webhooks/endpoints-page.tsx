import { hasRole } from "../../domain/account/member.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "../frame/copy-box.tsx";
import { EndpointFields, type EndpointHealth, EndpointState, type EndpointView } from "./endpoint-parts.tsx";
import { Dialog, NeedsLiveAccess } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, Short } from "../list/cells.tsx";
import { listPage, plural } from "../list/list-page.tsx";
import { type ListPlace, type Orders, sortedRows } from "../list/table.tsx";

/** Sixteen endpoints are on the page, with URLs of up to 2,048 characters. */
const MAX_OF_URL = 300;

type Row = { endpoint: EndpointView; health: EndpointHealth };

type EndpointsProps = {
  endpoints: readonly Row[];
  place: ListPlace;
};

export function endpointsPage(shown: Shown, { endpoints, place }: EndpointsProps): Result {
  const { rows, sort } = sortedRows(endpoints, ORDERS, place);
  const isOpen = shown.mode === "test" || shown.isVerified;
  return listPage(shown, "Webhooks", {
    place,
    noun: "endpoint",
    name: "endpoints",
    caption: `Your ${shown.mode} endpoints`,
    before: !isOpen && <NeedsLiveAccess what="webhooks" />,
    columns: COLUMNS,
    sort,
    rows: rows.map(({ endpoint, health }) => [
      <a href={`/developers/webhooks/${shown.mode}/${endpoint.id}`}>
        <Short of={endpoint.url}>{shortened(endpoint.url, MAX_OF_URL)}</Short>
      </a>,
      <EndpointState endpoint={endpoint} health={health} />,
      health.last_success_at ? <Ago at={health.last_success_at} /> : "–",
      endpoint.events.includes("*") ? (
        "All"
      ) : (
        <Short of={endpoint.events.join(", ")}>{plural(endpoint.events.length, "type")}</Short>
      ),
      <Id id={endpoint.id} />,
      <Ago at={endpoint.created_at} />,
    ]),
    empty: (
      <p>
        {isOpen && "Add your server's URL."}
        {shown.mode === "test" && (
          <>
            {" "}
            No server yet? Run <code>npm run webhooks:listen</code>
          </>
        )}
      </p>
    ),
    notices: { deleted: "The endpoint is deleted. It gets no more events." },
    actions: isOpen && hasRole(shown.role, "developer") && (
      <Dialog action={`/developers/webhooks/${shown.mode}/create`} label="Add endpoint" button="Add">
        <EndpointFields shown={shown} />
      </Dialog>
    ),
  });
}

const COLUMNS = [
  ["URL", "w p1", "url"],
  ["Status", "p3"],
  ["Last success", "r p4 l", "success"],
  ["Events", "p2 l"],
  ["Endpoint", ""],
  ["Created", "r x", "created"],
] as const;

const ORDERS: Orders<Row> = {
  created: ({ endpoint }) => Date.parse(endpoint.created_at),
  url: ({ endpoint }) => endpoint.url,
  success: ({ health }) => Date.parse(health.last_success_at ?? "1970-01-01"),
};
