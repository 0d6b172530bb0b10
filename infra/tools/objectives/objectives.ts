import { brand } from "../../../shared/domain/brand.ts";
import { BUDGETS } from "../../stack/objectives/objectives.ts";
import { accessStop } from "../ops/aws-errors.ts";
import { awsQuery } from "../ops/aws-query.ts";
import { optionsOf } from "../ops/options.ts";
import { exitCodes, misused, Stop } from "../ops/stop.ts";

const PROGRAM = "npm run ops -- objectives";
const HELP = `Usage: ${PROGRAM} --stage NAME [--json]

Shows how much of its error budget each objective has left of the last 30 days. The dashboard shows the same.

  --stage NAME   the stage, with the credentials and region of your environment
  --json         print one JSON object
  --help         print this

Exit status: 0 done, 1 refused or failed, or a budget is used up, 2 wrong usage.
`;

const DAYS_MS = 30 * 24 * 60 * 60 * 1000;

/** A line of a widget: an expression, or a metric by namespace, name, and its dimensions in pairs. */
type Options = { expression?: string; label?: string; id?: string; stat?: string; period?: number };
type Line = (string | Options)[];
type Budget = { objective: string; budget_left: number | null };

/** Prints the budgets, which the stage's dashboard defines, and returns the exit status. */
export async function objectives(args: string[], print: (line: string) => void): Promise<number> {
  const { stage, json } = readOptions(args);
  const found = await budgetsOf(stage).catch((error: unknown) => {
    if (error instanceof Stop) throw error;
    throw (
      accessStop(error) ??
      new Stop(`CloudWatch did not answer: ${(error as Error).message}`, exitCodes.REFUSED)
    );
  });
  if (json) print(JSON.stringify({ ok: true, data: found }));
  else for (const budget of found) print(textOf(budget));
  const isUsedUp = found.some(({ budget_left }) => budget_left !== null && budget_left <= 0);
  return isUsedUp ? exitCodes.REFUSED : exitCodes.DONE;
}

const textOf = ({ objective, budget_left }: Budget) =>
  `${budget_left === null ? "no data" : `${budget_left.toFixed(1)} %`}`.padStart(8) + `  ${objective}`;

async function budgetsOf(stage: string): Promise<Budget[]> {
  const name = `${brand.serviceSlug}-${stage}-signals`;
  const { text } = await asked(stage, { Action: "GetDashboard", DashboardName: name });
  const body = /<DashboardBody>(.*?)<\/DashboardBody>/s.exec(text)?.[1] ?? "{}";
  const { widgets = [] } = JSON.parse(unescaped(body)) as {
    widgets?: { properties: { title?: string; metrics?: Line[] } }[];
  };
  const lines = widgets.find(({ properties }) => properties.title === BUDGETS)?.properties.metrics;
  if (!lines)
    throw new Stop(
      `The dashboard ${name} has no error budgets. Deploy this version first.`,
      exitCodes.REFUSED,
    );
  const now = Date.now();
  const queries = lines.map((line, i) => queryOf(line, i));
  const { text: data } = await asked(stage, {
    ...{ Action: "GetMetricData", ScanBy: "TimestampDescending" },
    ...{ StartTime: new Date(now - DAYS_MS).toISOString(), EndTime: new Date(now).toISOString() },
    ...Object.assign({}, ...queries.map(({ fields }) => fields)),
  });
  const shown = queries.filter(({ isShown }) => isShown);
  return shown.map(({ id, label }) => ({ objective: label, budget_left: newestOf(data, id) }));
}

async function asked(stage: string, query: Record<string, string>) {
  const reply = await awsQuery("monitoring", { Version: "2010-08-01", ...query });
  if (reply.status === 200) return reply;
  const [, code = "", message = ""] =
    /<Code>(.*?)<\/Code>\s*<Message>(.*?)<\/Message>/s.exec(reply.text) ?? [];
  if (code === "ResourceNotFound")
    throw new Stop(`The stage ${stage} has no dashboard in this account and region.`, exitCodes.USAGE);
  throw (
    accessStop({ name: code, message }) ??
    new Stop(`CloudWatch answered ${reply.status} ${code}: ${unescaped(message)}`, exitCodes.REFUSED)
  );
}

/** A line of the widget as a query of GetMetricData. Only expressions are shown. */
function queryOf(line: Line, index: number) {
  const texts = line.filter((part) => typeof part === "string");
  const { expression, label = "", id = `e${index}`, stat, period } = line.at(-1) as Options;
  const start = `MetricDataQueries.member.${index + 1}`;
  const [namespace = "", name = "", ...dimensions] = texts;
  const fields: Record<string, string> = {
    [`${start}.Id`]: id,
    [`${start}.ReturnData`]: String(!!expression),
  };
  if (expression) fields[`${start}.Expression`] = expression;
  else {
    const metric = `${start}.MetricStat.Metric`;
    Object.assign(fields, { [`${metric}.Namespace`]: namespace, [`${metric}.MetricName`]: name });
    for (let i = 0; i < dimensions.length; i += 2) {
      fields[`${metric}.Dimensions.member.${i / 2 + 1}.Name`] = dimensions[i] ?? "";
      fields[`${metric}.Dimensions.member.${i / 2 + 1}.Value`] = dimensions[i + 1] ?? "";
    }
    fields[`${start}.MetricStat.Period`] = String(period ?? 300);
    fields[`${start}.MetricStat.Stat`] = stat ?? "Average";
  }
  return { id, label, fields, isShown: expression !== undefined };
}

/** AWS does not promise an order within a result, so each is read as a whole. */
function newestOf(text: string, id: string): number | null {
  const flat = text
    .replace(/<Timestamps>.*?<\/Timestamps>/gs, "")
    .replace(/<Values>.*?<\/Values>/gs, (values) => values.replaceAll("member>", "value>"));
  const own = flat.split("</member>").find((result) => result.includes(`<Id>${id}</Id>`)) ?? "";
  const value = /<value>([-\d.eE]+)<\/value>/.exec(own)?.[1];
  return value === undefined ? null : Number(value);
}

const SIGNS: Record<string, string> = {
  quot: '"',
  amp: "&",
  lt: "<",
  gt: ">",
  apos: "'",
  "#34": '"',
  "#39": "'",
};
const unescaped = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => SIGNS[name] ?? whole);

function readOptions(args: string[]) {
  const options = {
    stage: { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  const { values } = optionsOf({ args, options }, PROGRAM);
  if (values.help) throw new Stop(HELP, exitCodes.DONE);
  if (!values.stage) throw misused("--stage is required: a local cloud keeps no month of metrics.");
  return { stage: values.stage, json: values.json === true };
}
