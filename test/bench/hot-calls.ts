import { type AwsStub, accept } from "./aws-stub.ts";
import type { Bundles } from "./bundles.ts";
import { environment, resultOf } from "./cold-start.ts";
import { mcpCall, mcpEvent } from "./mcp-event.ts";
import { atMost, printTable } from "./print-table.ts";
import { progress } from "./progress.ts";
import { median, percentile } from "./statistics.ts";
import { MCP, PLAIN_MCP } from "./subjects.ts";

const ROUNDS = 5;
const CALLS = 1_000;

const calls: [name: string, event: unknown][] = [
  ["check_roth_eligibility", mcpCall("check_roth_eligibility", { filing_status: "single", magi: 160_000 })],
  ["tools/list", mcpEvent("tools/list")],
];

type Times = { p50: number; p99: number };

/** Hot calls of the MCP server, in turns with the plain SDK: the cost of the protocol itself. */
export async function reportHotCalls(
  { hotProbe, entryOf }: Bundles,
  stub: AwsStub,
  home: string,
): Promise<void> {
  stub.answerWith(accept);
  const env = environment(stub, home);
  const measure = async (subject: string, event: unknown): Promise<Times> => {
    const hot = await resultOf<number[]>(
      [hotProbe, entryOf(subject), JSON.stringify(event), String(CALLS)],
      env,
    );
    return { p50: percentile(hot, 50), p99: percentile(hot, 99) };
  };
  const rows = [];
  for (const [name, event] of calls) {
    const rounds: { ours: Times; plain: Times }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      progress(`Hot calls of ${name}: round ${round} of ${ROUNDS}`);
      rounds.push({ ours: await measure(MCP.name, event), plain: await measure(PLAIN_MCP.name, event) });
    }
    const of = (who: "ours" | "plain", which: keyof Times) =>
      median(rounds.map((round) => round[who][which]));
    const times = median(rounds.map(({ ours, plain }) => ours.p50 / plain.p50));
    rows.push([
      name,
      of("ours", "p50"),
      of("ours", "p99"),
      of("plain", "p50"),
      of("plain", "p99"),
      times,
      1,
      atMost(`${name}: p50, x plain SDK`, times, 1),
    ]);
  }
  printTable(
    `Hot MCP calls in ms, in process (medians of ${ROUNDS} processes of ${CALLS} calls)`,
    ["call", "p50", "p99", "plain SDK p50", "plain SDK p99", "p50, x plain", "at most", "verdict"],
    rows,
  );
}
