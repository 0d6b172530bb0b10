import { failedOf, type RequestCounts } from "../../domain/account/failure-counts.ts";
import { percentileOf } from "../../domain/account/request-notes.ts";
import { Plot, type Column, KINDS, Legend } from "./plot.tsx";
import { Part } from "./frame.tsx";
import { dateInWords } from "./list/cells.tsx";
import { type ListPlace, Table, Tabs } from "./list/table.tsx";

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

const sumOf = (counts: readonly RequestCounts[], of: (one: RequestCounts) => number) =>
  counts.reduce((sum, one) => sum + of(one), 0);

const nameOf = (time: string) => (time.length > 10 ? `${time.slice(11, 13)}:00` : dateInWords(time));
const fullNameOf = (time: string) => (time.length > 10 ? `${nameOf(time)} UTC` : nameOf(time));

const shareOf = (failed: number, all: number): number => (all === 0 ? 0 : (100 * failed) / all);
const percent = (share: number) => `${share === 0 || share >= 10 ? Math.round(share) : share.toFixed(1)}%`;
const milliseconds = (ms: number | undefined) =>
  ms === undefined ? "–" : `${Math.round(ms).toLocaleString("en-US")} ms`;

export const RequestCharts = ({ counts }: { counts: readonly RequestCounts[] }) => {
  const all = sumOf(counts, requestsOf);
  const failed = sumOf(counts, failedOf);
  const server = sumOf(counts, (one) => one.server);
  const share = percent(shareOf(failed, all));
  const latencies = counts[0]?.latencies.map((_, i) => sumOf(counts, (one) => one.latencies[i] ?? 0)) ?? [];
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
        figure={all.toLocaleString("en-US")}
        of={all === 1 ? "request" : "requests"}
      />
      <Legend sums={{ ok: Math.max(0, all - failed), client: failed - server, server }} />
      <div class="halves">
        <Part id="share" title="Error share">
          <Plot
            {...{ name: "share", title: "Share of requests that failed", isLine: true, kinds: ["server"] }}
            columns={counts.map(shareColumn)}
            axis={percent}
            figure={share}
            of="of requests failed"
          />
        </Part>
        <Part id="latency" title="Latency, p95">
          <Plot
            {...{ name: "latency", title: "Latency, p95", isLine: true, kinds: ["ok"], top: 10 }}
            columns={counts.map(latencyColumn)}
            axis={milliseconds}
            figure={p95 ?? ""}
            of={`p95 · p50 ${p50}`}
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

const countsInWords = (one: RequestCounts): string => {
  const { ok = 0, client = 0, server = 0 } = partsOf(one);
  return `${ok} ${KINDS.ok}, ${client} ${KINDS.client}, ${server} ${KINDS.server}`;
};

const partsOf = (one: RequestCounts) => ({
  ok: Math.max(0, requestsOf(one) - failedOf(one)),
  client: one.client + one.limited,
  server: one.server,
});

const requestColumn = (one: RequestCounts): Column => ({
  name: nameOf(one.time),
  parts: partsOf(one),
  say: `${fullNameOf(one.time)}: ${countsInWords(one)}`,
});

const shareColumn = (one: RequestCounts): Column => {
  const share = shareOf(failedOf(one), requestsOf(one));
  return {
    name: nameOf(one.time),
    parts: { server: requestsOf(one) === 0 ? undefined : share },
    say: `${fullNameOf(one.time)}: ${percent(share)} of ${requestsOf(one)}`,
  };
};

const p95Of = ({ latencies }: RequestCounts) => percentileOf(latencies, 0.95);

const latencyColumn = (one: RequestCounts): Column => ({
  name: nameOf(one.time),
  parts: { ok: p95Of(one) },
  say: `${fullNameOf(one.time)}: ${milliseconds(p95Of(one))}`,
});

const COLUMNS = [
  ["Time", "w p1"],
  ["Requests", "amt p2"],
  ["Failed", "r p3"],
  ["Server errors", "r"],
  ["Error share", "r"],
  ["p95", "r p4"],
  ["Busiest minute", "r"],
] as const;

const row = (one: RequestCounts) => [
  fullNameOf(one.time),
  requestsOf(one).toLocaleString("en-US"),
  `${failedOf(one)}`,
  `${one.server}`,
  percent(shareOf(failedOf(one), requestsOf(one))),
  milliseconds(p95Of(one)),
  `${one.peak}`,
];
