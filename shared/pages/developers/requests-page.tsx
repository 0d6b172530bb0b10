import type { FailedRequest } from "../../domain/account/failed-request.ts";
import { brand } from "../../domain/brand.ts";
import { baseUrl, type Result } from "../../http/serve/responses.ts";
import { CopyBox } from "./copy-box.tsx";
import { dashboardPage, Empty, type Shown, When } from "./frame.tsx";
import { FindForm } from "./timeline/timeline-page.tsx";

type RequestsProps = {
  failures: readonly FailedRequest[];
  /** There are older ones. */
  hasMore: boolean;
};

/** A group shows this many of its requests. */
const SHOWN_OF_GROUP = 8;
const MAX_GROUPS = 12;

export function requestsPage(shown: Shown, { failures, hasMore }: RequestsProps): Result {
  const groups = [
    ...Map.groupBy(failures, ({ method, route, code }) => `${code} ${method} ${route}`).values(),
  ];
  return dashboardPage(
    shown,
    "Failed requests",
    <>
      <p class="lead">The failed requests of your {shown.mode} keys in the last 7 days, grouped by error.</p>
      <FindForm mode={shown.mode} />
      {groups.length === 0 && (
        <Empty title="No failed request">
          <p>When a request fails, you see here why.</p>
        </Empty>
      )}
      {groups.slice(0, MAX_GROUPS).map((group) => (
        <Group key={group[0]?.id} group={group} />
      ))}
      {hasMore && (
        <p class="soft">These are the newest {failures.length}. Older ones are found by their id.</p>
      )}
      <p class="fine">
        We store method, route, status, code, parameter, key and time. We never store bodies, query values or
        addresses. We store at most 1,000 failed requests of an hour, and only count the rest. Once a minute's
        rate limit is used up, we do not store or count every 429.
      </p>
    </>,
  );
}

const Group = ({ group }: { group: readonly FailedRequest[] }) => {
  const [first] = group;
  if (!first) return null;
  const { method, route, status, code } = first;
  const params = [...new Set(group.flatMap(({ param }) => (param === null ? [] : [param])))];
  return (
    <section class="card">
      <div class="split">
        <h2>
          <code>
            {status} {code}
          </code>
        </h2>
        <span class="tag">
          {group.length} {group.length === 1 ? "request" : "requests"}
        </span>
      </div>
      <p>
        <code>
          {method} {route}
        </code>
        {params.length > 0 && (
          <>
            {" "}
            · parameter <code>{params.join(", ")}</code>
          </>
        )}
      </p>
      <p>
        <a href={`${brand.docsPath}/errors#${code}`}>What {code} means, and what to do</a>
      </p>
      <details>
        <summary>
          Show the requests<span class="quiet"> of {code}</span>
        </summary>
        <ul class="plainlist">
          {group.slice(0, SHOWN_OF_GROUP).map(({ id, at, request_id, key_id }) => (
            <li key={id}>
              <When at={at} /> · <code>{request_id}</code>
              <span class="hint">
                with <code>{key_id}</code>
              </span>
            </li>
          ))}
        </ul>
        <CopyBox label={`Copy as curl: ${method} ${route}`} text={curlOf(first)} />
      </details>
    </section>
  );
};

/** Ids and bodies are not stored, so the command has placeholders for them, and for the key. */
function curlOf({ method, route }: FailedRequest): string {
  const lines = [`curl -i -X ${method} "${baseUrl()}${route}"`, '-H "authorization: Bearer $API_KEY"'];
  if (method !== "GET" && method !== "DELETE") lines.push('-H "content-type: application/json"', "-d '{}'");
  return lines.join(" \\\n  ");
}
