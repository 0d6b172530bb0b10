import type { KeptRequest } from "../../domain/account/kept-request.ts";
import type { RequestCounts } from "../../domain/account/failure-counts.ts";
import type { NotedRequest } from "../../domain/account/request-notes.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "../frame/copy-box.tsx";
import { dashboardPage, Empty, Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, nameInWords, Short, StateBadge } from "../list/cells.tsx";
import { Filters, type ListPlace, type Orders, Pages, sortedRows, Table, Tabs } from "../list/table.tsx";
import { Ranges, RequestCharts } from "./request-charts.tsx";
import { requestPath, StatusBadge } from "./request-page.tsx";

/** `id`: of one that was kept, and has a page. */
export type RequestRow = NotedRequest & Partial<Pick<KeptRequest, "id" | "code" | "param">>;

type RequestsProps = {
  counts: readonly RequestCounts[];
  failures: readonly KeptRequest[];
  hasMore: boolean;
  requests: readonly RequestRow[];
  place: ListPlace;
};

export function requestsPage(shown: Shown, props: RequestsProps): Result {
  const { counts, requests, place } = props;
  const [first] = requests;
  const cause = place.query.has("code") ? first?.code : undefined;
  return dashboardPage(
    shown,
    "Requests",
    <>
      <RequestCharts counts={counts} />
      <Causes {...props} />
      <Part id="requests" title={cause ? `Requests with ${cause}` : "Requests"}>
        <Tabs place={place} name="status" label="Result" tabs={RESULTS} />
        <Filters
          place={place}
          filters={[
            ["Route", "text", "route"],
            ["Method", "text", "method"],
            ["Code", "text", "code"],
          ]}
          count={place.query.get("status") === "reads" ? "A sample of the last day" : "Kept for 30 days"}
        />
        {requests.length === 0 ? (
          <Empty title={place.query.size === 0 ? "No request yet" : "No request matches"}>
            <p>Requests with your {shown.mode} keys are listed here.</p>
          </Empty>
        ) : (
          <Table
            caption="Requests, newest first"
            list={{ name: "requests", place }}
            columns={COLUMNS}
            rows={requests.map((request) => requestRow(shown, request))}
          />
        )}
        <Pages place={place} at="requests" />
        <p class="fine">
          Each request counts. We keep every one that wrote, with what it wrote, and every failed one, up to
          1,000 an hour. Of reads we list up to four a minute, whose latency is known when the same part of
          our service gets your next request. We never store bodies, query values or addresses.
        </p>
      </Part>
    </>,
    { actions: <Ranges place={place} /> },
  );
}

const RESULTS = [
  [undefined, "Writes and failures"],
  ["failed", "Failed"],
  ["reads", "Reads, a sample"],
] as const;

const CAUSE_COLUMNS = [
  ["Cause", "w p1"],
  ["Request", "p3"],
  ["Status", ""],
  ["Count", "amt p2 l", "count"],
  ["Last seen", "r p4", "last"],
] as const;

const MAX_CAUSES = 6;

const ORDERS: Orders<readonly KeptRequest[]> = {
  count: ({ length }) => length,
  last: ([newest]) => Date.parse(newest?.at ?? ""),
};

const Causes = ({ failures, hasMore, place }: RequestsProps) => {
  const causes = Map.groupBy(failures, ({ method, route, code }) => `${code} ${method} ${route}`);
  const { rows, sort } = sortedRows([...causes.values()], ORDERS, place);
  if (rows.length === 0) return null;
  return (
    <Part
      id="causes"
      title="Failures by cause"
      aside={hasMore ? `Of the newest ${failures.length} failures` : "The last 30 days"}
    >
      <Table
        caption="Failed requests by cause"
        columns={CAUSE_COLUMNS}
        sort={sort}
        rows={rows.slice(0, MAX_CAUSES).flatMap((group) => {
          const [newest] = group;
          return newest ? [causeRow(place.path, newest, group.length)] : [];
        })}
      />
    </Part>
  );
};

function causeRow(path: string, { code = "", method, route, status, at }: KeptRequest, count: number) {
  const query = new URLSearchParams({ status: "failed", code, method, route });
  return [
    <a href={`${path}?${query}#requests`}>{nameInWords(code)}</a>,
    <>
      <Method method={method} /> <code>{route}</code>
    </>,
    <StatusBadge status={status} />,
    String(count),
    <Ago at={at} />,
  ];
}

const Method = ({ method }: { method: string }) => <span class="method">{method}</span>;

const COLUMNS = [
  ["Request", "w p1"],
  ["Status", "p3"],
  ["Latency", "r p2 l"],
  ["Key", "x"],
  ["ID", ""],
  ["Time", "r p4"],
] as const;

const MAX_OF_CODE = 50;
/** A request without a result may still run for this long. */
const LONGEST_MS = 30_000;

function requestRow({ mode, now }: Shown, request: RequestRow) {
  const { id, at, method, route, status, code, param, request_id, ms, key_ending } = request;
  const cause = param ? `${code}: ${param}` : String(code);
  const isOpen = status === undefined && now.getTime() - Date.parse(at) < LONGEST_MS;
  const what = (
    <>
      <Method method={method} /> <code>{route}</code>
    </>
  );
  return [
    id === undefined ? what : <a href={requestPath(mode, { id })}>{what}</a>,
    <>
      {status === undefined ? (
        <StateBadge kind={isOpen ? "wait" : "ok"}>{isOpen ? "Open" : "2xx"}</StateBadge>
      ) : (
        <StatusBadge status={status} />
      )}
      {code && (
        <small class="soft">
          {" "}
          <Short of={cause}>{shortened(cause, MAX_OF_CODE)}</Short>
        </small>
      )}
    </>,
    ms === undefined ? "–" : `${ms.toLocaleString("en-US")} ms`,
    key_ending && <code>…{key_ending}</code>,
    <Id id={request_id} />,
    <Ago at={at} />,
  ];
}
