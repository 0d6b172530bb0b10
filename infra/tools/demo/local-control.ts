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

/** A step on one line, with the middle of its long ids left out. */
export function stepLine({ at, kind, what, result }: TracedStep): string {
  const short = what.replaceAll(/([0-9a-z]{5})[0-9a-z]{12,}([0-9a-z]{5})/g, "$1...$2");
  return `  ${at.slice(11, 23)} ${kind.padEnd(8)} ${short} ${result}`;
}

/** Does what a driver's browser does on the consent page: opens it, and presses Allow. */
export async function allowAccess(url: string): Promise<void> {
  const page = await fetch(url);
  const [cookie = ""] = (page.headers.get("set-cookie") ?? "").split(";");
  const token = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const reply = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: new URLSearchParams({ form_token: token, decision: "allow" }),
  });
  if (reply.status !== 303) throw new Error(`The consent page returned ${reply.status}.`);
}
