import type { ActivityEntry } from "../activity/activity.ts";
import type { RecentCall } from "../activity/recent-calls.ts";
import type { AppKnowledge } from "./app-knowledge.ts";
import { type Found, stepsOfCall } from "./call-steps.ts";
import type { Trace, TraceStep } from "./shapes.ts";

/** Steps that belong together: a line, or a call with all that it writes. */
type Link = {
  at: number;
  request: string | undefined;
  text: string;
  joins: readonly string[];
  steps: TraceStep[];
};

/** Whether a link is a change that names an id. A request that only reads it does not count. */
const changes = (id: string) => (link: Link) =>
  link.text.includes(id) && link.steps.some(({ kind }) => kind !== "request");

/**
 * Caused by a request, or changes of an object. No id survives the stream and the queues, so steps are joined
 * by ids that their texts share. Another request with the id is no effect.
 */
export function traceAbout(
  about: string,
  entries: readonly ActivityEntry[],
  calls: readonly RecentCall[],
  { joinsIn }: AppKnowledge,
): Trace {
  const requests = new Set(entries.flatMap((entry) => (entry.kind === "request" ? [entry.request] : [])));
  const emails = Map.groupBy(
    calls.filter(({ action }) => action === "ses:SendEmail"),
    (call) => call.request,
  );
  const linkOfEntry = (entry: ActivityEntry): Link => {
    const sent = entry.kind === "email" ? emails.get(entry.request)?.shift() : undefined;
    const text = `${entry.what} ${sent ? JSON.stringify(sent.body) : ""}`;
    const at = Date.parse(entry.at) - (entry.kind === "request" ? (entry.ms ?? 0) : 0);
    return { at, request: entry.request, text, joins: joinsIn(text), steps: [stepOfEntry(entry)] };
  };
  const linksOfCall = (call: RecentCall): Link[] => {
    const steps = stepsOfCall(call);
    // A transaction is one change, and a batch of messages is many.
    const groups: Found[][] = call.action.startsWith("sqs:") ? steps.map((step) => [step]) : [steps];
    return groups.map((group) => {
      const text = group.map((step) => step.text).join(" ");
      const steps = group.map(({ step }) => step);
      return { at: Date.parse(call.at), request: call.request, text, joins: joinsIn(text), steps };
    });
  };
  const links = [...entries.map(linkOfEntry), ...calls.flatMap(linksOfCall)];
  // An invocation of a worker may change many objects.
  const causes = links.flatMap((link) => (changes(about)(link) ? (link.request ?? []) : []));
  const started = new Set([about, ...causes.filter((request) => requests.has(request))]);
  const isOwn = (link: Link) => started.has(link.request ?? "") || changes(about)(link);
  const ownLinks = links.filter(isOwn);
  const others = links.filter((link) => !isOwn(link) && !requests.has(link.request ?? ""));
  const since = Math.min(...ownLinks.map(({ at }) => at));
  const joined = joinedWith(
    ownLinks,
    others.filter(({ at }) => at >= since),
  );
  return { about, steps: joined.sort((a, b) => a.at - b.at).flatMap(({ steps }) => steps) };
}

function joinedWith(ownLinks: Link[], others: Link[]): Link[] {
  const known = new Set(ownLinks.flatMap(({ joins }) => joins));
  const joined = [...ownLinks];
  let rest = others;
  for (;;) {
    const isNew = (link: Link) => link.joins.some((id) => known.has(id));
    const newSteps = rest.filter(isNew);
    if (newSteps.length === 0) return joined;
    rest = rest.filter((link) => !newSteps.includes(link));
    joined.push(...newSteps);
    for (const id of newSteps.flatMap(({ joins }) => joins)) known.add(id);
  }
}

const stepOfEntry = ({
  at,
  kind,
  what,
  result,
  failed,
  ms,
  request,
  function: name,
}: ActivityEntry): TraceStep => ({
  at,
  kind,
  what,
  result,
  failed,
  ...(ms !== undefined && { ms }),
  ...(request !== undefined && { request }),
  ...(name !== undefined && { function: name }),
});
