import { failedOf, type RequestCounts } from "../../domain/account/failure-counts.ts";
import { percentileOf } from "../../domain/account/request-notes.ts";
import { Plot, type Column, KINDS, Legend } from "../frame/plot.tsx";
import { Part } from "../frame/frame.tsx";
import { dateInWords } from "../list/cells.tsx";
import { type ListPlace, Table, Tabs } from "../list/table.tsx";

export const Ranges = ({ place }: { place: ListPlace }) => (
  <Tabs
    place={place}
    name="days"
    label="Range"
    look="seg"
    tabs={[
      [undefined, "24 hours"],
      ["7", "7 days"],
      ["30", "30 days"],
    ]}
  />
);

const requestsOf = ({ requests, limited }: RequestCounts): number => requests + limited;

const sumOf = (counts: readonly RequestCounts[], of: (counts: RequestCounts) => number) =>
  counts.reduce((sum, counts) => sum + of(counts), 0);

const nameOf = (time: string) => (time.length > 10 ? `${time.slice(11, 13)}:00` : dateInWords(time));
const fullNameOf = (time: string) => (time.length > 10 ? `${nameOf(time)} UTC` : nameOf(time));

const shareOf = (failed: number, total: number): number => (total === 0 ? 0 : (100 * failed) / total);
const percent = (share: number) => `${share === 0 || share >= 10 ? Math.round(share) : share.toFixed(1)}%`;
const NONE = "–";
const milliseconds = (ms: number | undefined) =>
  ms === undefined ? NONE : `${Math.round(ms).toLocaleString("en-US")} ms`;

export const RequestCharts = ({ counts }: { counts: readonly RequestCounts[] }) => {
  const total = sumOf(counts, requestsOf);
  if (total === 0) return <p class="soft">No request in this range.</p>;
  const failed = sumOf(counts, failedOf);
  const server = sumOf(counts, (counts) => counts.server);
  const share = percent(shareOf(failed, total));
  const latencies =
    counts[0]?.latencies.map((_, i) => sumOf(counts, (counts) => counts.latencies[i] ?? 0)) ?? [];
  const [p95, p50] = [0.95, 0.5].map((part) => milliseconds(percentileOf(latencies, part)));
  return (
    <>
      <Plot
        top={2}
        name="requests"
        title="Requests, in UTC"
        columns={counts.map(requestColumn)}
        kinds={["ok", "client", "server"]}
        axis={(value) => value.toLocaleString("en-US")}
        figure={total.toLocaleString("en-US")}
        of={total === 1 ? "request" : "requests"}
      />
      <Legend sums={{ ok: Math.max(0, total - failed), client: failed - server, server }} />
      <div class="halves">
        <Part id="share" title="Error share">
          <Plot
            name="share"
            title="Share of requests that failed"
            isLine
            kinds={[failed === 0 ? "ok" : "server"]}
            columns={counts.map(shareColumn)}
            axis={percent}
            figure={share}
            of="of requests failed"
          />
        </Part>
        <Part id="latency" title="Latency, p95">
          <Plot
            name="latency"
            title="Latency, p95"
            isLine
            kinds={["ok"]}
            top={10}
            columns={counts.map(latencyColumn)}
            axis={milliseconds}
            figure={p95 ?? ""}
            of={p50 === NONE ? "not measured" : `p95 · p50 ${p50}`}
          />
        </Part>
      </div>
      <details class="more">
        <summary>Show as a table</summary>
        <Table caption="Requests, in UTC" columns={COLUMNS} rows={counts.map(row)} />
      </details>
    </>
  );
};

const countsInWords = (counts: RequestCounts): string => {
  const { ok = 0, client = 0, server = 0 } = partsOf(counts);
  return `${ok} ${KINDS.ok}, ${client} ${KINDS.client}, ${server} ${KINDS.server}`;
};

const partsOf = (counts: RequestCounts) => ({
  ok: Math.max(0, requestsOf(counts) - failedOf(counts)),
  client: counts.client + counts.limited,
  server: counts.server,
});

const requestColumn = (counts: RequestCounts): Column => ({
  name: nameOf(counts.time),
  parts: partsOf(counts),
  say: `${fullNameOf(counts.time)}: ${countsInWords(counts)}`,
});

const shareColumn = (counts: RequestCounts): Column => {
  const share = shareOf(failedOf(counts), requestsOf(counts));
  const drawn = requestsOf(counts) === 0 ? undefined : share;
  return {
    name: nameOf(counts.time),
    parts: { ok: drawn, server: drawn },
    say: `${fullNameOf(counts.time)}: ${percent(share)} of ${requestsOf(counts)}`,
  };
};

const p95Of = ({ latencies }: RequestCounts) => percentileOf(latencies, 0.95);

const latencyColumn = (counts: RequestCounts): Column => ({
  name: nameOf(counts.time),
  parts: { ok: p95Of(counts) },
  say: `${fullNameOf(counts.time)}: ${milliseconds(p95Of(counts))}`,
});

const COLUMNS = [
  ["Time", "w p1"],
  ["Requests", "amt p2 l"],
  ["Failed", "r p3 l"],
  ["Server errors", "r"],
  ["Error share", "r"],
  ["p95", "r p4 l"],
  ["Busiest minute", "r"],
] as const;

const row = (counts: RequestCounts) => [
  fullNameOf(counts.time),
  requestsOf(counts).toLocaleString("en-US"),
  `${failedOf(counts)}`,
  `${counts.server}`,
  percent(shareOf(failedOf(counts), requestsOf(counts))),
  milliseconds(p95Of(counts)),
  `${counts.peak}`,
];
