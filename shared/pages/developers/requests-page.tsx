import type { FailedRequest } from "../../domain/account/failed-request.ts";
import { brand } from "../../domain/brand.ts";
import { baseUrl, type Result } from "../../http/serve/responses.ts";
import { CopyBox } from "./copy-box.tsx";
import { dashboardPage, Empty, Part, type Shown } from "./frame.tsx";
import { Ago, Id } from "./list/cells.tsx";
import { Table } from "./list/table.tsx";

type RequestsProps = {
  failures: readonly FailedRequest[];
  /** There are older ones. */
  hasMore: boolean;
  now: Date;
};

/** A group shows this many of its requests. */
const SHOWN_OF_GROUP = 4;
const MAX_GROUPS = 12;

export function requestsPage(shown: Shown, { failures, hasMore, now }: RequestsProps): Result {
  const groups = [
    ...Map.groupBy(failures, ({ method, route, code }) => `${code} ${method} ${route}`).values(),
  ];
  return dashboardPage(
    shown,
    "Failed requests",
    <>
      {groups.length === 0 && (
        <Empty title="No failed request">
          <p>When a request fails, you see here why.</p>
        </Empty>
      )}
      {groups.slice(0, MAX_GROUPS).map((group) => (
        <Group key={group[0]?.id} group={group} now={now} />
      ))}
      {hasMore && (
        <p class="soft">These are the newest {failures.length}. Older ones are found by their id.</p>
      )}
      <p class="fine">
        We store method, route, status, code, parameter, key and time. We never store bodies, query values or
        addresses. We store at most 1,000 failed requests of an hour, and only count the rest. After a
        minute's limit is hit, some 429s aren't logged.
      </p>
    </>,
    { lead: `The failed requests of your ${shown.mode} keys in the last 7 days, grouped by error.` },
  );
}

type GroupProps = { group: readonly FailedRequest[]; now: Date };

const COLUMNS = [
  ["Request", "p1"],
  ["Parameter", "p3"],
  ["Key", "w"],
  ["Time", "r p4"],
] as const;

const Group = ({ group, now }: GroupProps) => {
  const [first] = group;
  if (!first) return null;
  const { method, route, status, code } = first;
  return (
    <Part
      id={first.id}
      title={`${status} ${code}: ${method} ${route}`}
      aside={
        <>
          {group.length} {group.length === 1 ? "request" : "requests"} ·{" "}
          <a href={`${brand.docsPath}/errors#${code}`}>What {code} means</a>
        </>
      }
    >
      <Table
        caption={`The newest requests with ${code}`}
        columns={COLUMNS}
        rows={group
          .slice(0, SHOWN_OF_GROUP)
          .map(({ at, request_id, key_id, param }) => [
            <Id id={request_id} />,
            param ?? "",
            <Id id={key_id} />,
            <Ago at={at} now={now} />,
          ])}
      />
      <details>
        <summary>
          Copy as curl<span class="quiet"> the request with {code}</span>
        </summary>
        <CopyBox label={`Copy as curl: ${method} ${route}`} text={curlOf(first)} />
      </details>
    </Part>
  );
};

/** Ids and bodies are not stored, so the command has placeholders for them, and for the key. */
function curlOf({ method, route }: FailedRequest): string {
  const lines = [`curl -i -X ${method} "${baseUrl()}${route}"`, '-H "authorization: Bearer $API_KEY"'];
  if (method !== "GET" && method !== "DELETE") lines.push('-H "content-type: application/json"', "-d '{}'");
  return lines.join(" \\\n  ");
}
