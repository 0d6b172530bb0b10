import { brand } from "../../../shared/domain/brand.ts";
import { BUDGETS } from "../../stack/objectives/objectives.ts";
import { accessStop } from "../ops/aws-errors.ts";
import { flag, optionsOf, word } from "../ops/options.ts";
import { signedFetch } from "../ops/signed-fetch.ts";
import { exitCodes, misused, Stop } from "../ops/stop.ts";

const HELP = `Usage: npm run ops -- objectives --stage NAME [--json]

Shows how much of its error budget each objective has left of the last 30 days. The dashboard shows the same.

  --stage NAME   the stage, with the credentials and region of your environment
  --json         print one JSON object
  --help         print this

Exit status: 0 done, 1 refused or failed, or a budget is used up, 2 wrong usage.
`;

const DAYS_S = 30 * 24 * 60 * 60;

type Options = { expression?: string; label?: string; id?: string; stat?: string; period?: number };
/** A line of a widget: an expression, or a metric by namespace, name, and its dimensions in pairs. */
type Line = [...string[], Options];
type Dashboard = { widgets?: { properties: { title?: string; metrics?: Line[] } }[] };
type Results = { MetricDataResults: { Id: string; Label: string; Values: number[] }[] };

/** Prints the budgets, which the stage's dashboard defines, and returns the exit status. */
export async function objectives(args: string[], print: (line: string) => void): Promise<number> {
  const { values } = optionsOf({ args, options: { stage: word, json: flag } }, HELP);
  if (!values.stage) throw misused("--stage is required: a local cloud keeps no month of metrics.");
  const found = await budgetsOf(values.stage).catch((error: Error) => {
    if (error instanceof Stop) throw error;
    throw accessStop(error) ?? new Stop(`CloudWatch did not answer: ${error.message}`, exitCodes.REFUSED);
  });
  if (values.json) print(JSON.stringify({ ok: true, data: found }));
  else
    for (const { objective, budget_left: left } of found)
      print(`${left === null ? "no data" : `${left.toFixed(1)} %`}`.padStart(8) + `  ${objective}`);
  const isUsedUp = found.some(({ budget_left }) => budget_left !== null && budget_left <= 0);
  return isUsedUp ? exitCodes.REFUSED : exitCodes.DONE;
}

async function budgetsOf(stage: string): Promise<{ objective: string; budget_left: number | null }[]> {
  const DashboardName = `${brand.serviceSlug}-${stage}-signals`;
  const { DashboardBody } = await asked<{ DashboardBody: string }>("GetDashboard", stage, { DashboardName });
  const { widgets = [] } = JSON.parse(DashboardBody) as Dashboard;
  const lines = widgets.find(({ properties }) => properties.title === BUDGETS)?.properties.metrics;
  if (!lines)
    throw new Stop(
      `The dashboard ${DashboardName} has no error budgets. Deploy this version first.`,
      exitCodes.REFUSED,
    );
  const EndTime = Math.floor(Date.now() / 1000);
  const { MetricDataResults } = await asked<Results>("GetMetricData", stage, {
    ...{ ScanBy: "TimestampDescending", StartTime: EndTime - DAYS_S, EndTime },
    MetricDataQueries: lines.map(queryOf),
  });
  return MetricDataResults.map(({ Label, Values }) => ({ objective: Label, budget_left: Values[0] ?? null }));
}

/** CloudWatch's JSON protocol, which botocore's model of the service lists beside the one with XML. */
async function asked<Answer>(action: string, stage: string, input: unknown): Promise<Answer> {
  const reply = await signedFetch("monitoring", {
    method: "POST",
    contentType: "application/x-amz-json-1.0",
    target: `GraniteServiceVersion20100801.${action}`,
    body: JSON.stringify(input),
  });
  const answer = (await reply.json()) as Answer & { __type?: string; message?: string };
  if (reply.ok) return answer;
  const name = answer.__type?.split("#").at(-1) ?? "";
  if (/^(?:Dashboard|Resource)NotFound/.test(name))
    throw new Stop(`The stage ${stage} has no dashboard in this account and region.`, exitCodes.USAGE);
  const message = answer.message ?? "";
  throw (
    accessStop({ name, message }) ??
    new Stop(`CloudWatch answered ${reply.status} ${name}: ${message}`, exitCodes.REFUSED)
  );
}

/** A line of the widget as a query of GetMetricData. Only expressions are shown. */
function queryOf(line: Line, index: number) {
  const [Namespace = "", MetricName = "", ...pairs] = line.slice(0, -1) as string[];
  const {
    expression,
    label,
    id: Id = `e${index}`,
    stat: Stat,
    period: Period = 300,
  } = line.at(-1) as Options;
  if (expression) return { Id, Label: label, Expression: expression, ReturnData: true };
  const Dimensions = pairs.flatMap((Name, i) => (i % 2 === 0 ? [{ Name, Value: pairs[i + 1] }] : []));
  const Metric = { Namespace, MetricName, Dimensions };
  return { Id, MetricStat: { Metric, Period, Stat: Stat ?? "Average" }, ReturnData: false };
}
