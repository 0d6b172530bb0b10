/** What `/_local/` returns of a trace. The rooms share no types. */
type TracedStep = { at: string; kind: string; what: string; result: string };
type Skipped = { from: string; now: string; at_rest: boolean; under_way: string[] };

export type LocalControl = ReturnType<typeof localControl>;

/** The time machine and the traces of a local cloud. */
export const localControl = (url: string) => ({
  advance: async (span: string): Promise<Skipped> => {
    const skipped = (await jsonOf(`${url}/_local/clock`, { advance: span })) as Skipped;
    if (!skipped.at_rest) throw new Error(`Time stopped, because of ${skipped.under_way.join(", ")}.`);
    return skipped;
  },
  trace: async (request: string): Promise<TracedStep[]> => {
    const { steps } = (await jsonOf(`${url}/_local/console/traces/${request}`)) as { steps: TracedStep[] };
    return steps;
  },
});

async function jsonOf(url: string, body?: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url, { ...(body && { method: "POST", headers, body: JSON.stringify(body) }) });
  if (!reply.ok) throw new Error(`${url} returned ${reply.status}.`);
  return reply.json();
}

/** A line for each step, with the middle of its long ids left out. The writes of a transaction are one. */
export function stepLines(steps: readonly TracedStep[]): string[] {
  const groups = Map.groupBy(steps, ({ at, kind, what, result }) =>
    kind === "write" ? `${at} ${result}` : `${at} ${kind} ${what}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { at, kind, what, result } = first;
    const start = `  ${at.slice(11, 23)} ${kind.padEnd(8)}`;
    if (kind === "write") return [`${start} ${writesInWords(group)}`];
    return [`${start} ${what.replaceAll(/([0-9a-z]{5})[0-9a-z]{12,}([0-9a-z]{5})/g, "$1...$2")} ${result}`];
  });
}

/** The kinds of the items, such as `PAYMENT`. A condition stops a whole transaction, and another follows. */
function writesInWords(writes: readonly TracedStep[]): string {
  const kinds = new Set(writes.map(({ what }) => /^\w+ ([A-Z_]+)/.exec(what)?.[1] ?? what));
  const items = `${writes.length} ${writes.length === 1 ? "item" : "items"}: ${[...kinds].join(", ")}`;
  return writes[0]?.result === "refused" ? `${items} (a condition stopped it, so it is tried again)` : items;
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<" };
const plain = (html: string) =>
  html.replace(/&(?:amp|quot|#39|lt);/g, (entity) => ENTITIES[entity] ?? entity);

/**
 * Does what a driver's browser does on the consent page: opens it, and presses Allow. The form goes back with
 * every hidden field that it has. The service then sends the browser back to the company.
 */
export async function allowAccess(url: string, redirectUrl: string): Promise<void> {
  const page = await fetch(url);
  const [cookie = ""] = (page.headers.get("set-cookie") ?? "").split(";");
  const forms = (await page.text()).match(/<form\b.*?<\/form>/gs) ?? [];
  const form = forms.find((each) => each.includes('name="decision" value="allow"')) ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [plain(name), plain(value)] as const,
  );
  const reply = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: new URLSearchParams([...hidden.map((each) => [...each]), ["decision", "allow"]]),
  });
  const target = reply.headers.get("location") ?? "nowhere";
  if (reply.status !== 303 || !target.startsWith(redirectUrl))
    throw new Error(
      `The consent page returned ${reply.status} and leads to ${target}, not to ${redirectUrl}.`,
    );
}
