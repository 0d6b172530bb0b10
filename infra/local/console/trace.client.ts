import { callLocal, el, report, timeOf, whatOf } from "./dom.client.ts";
import type { Panel } from "./panel.client.ts";
import type { Trace, TraceStep } from "./shapes.ts";

const MAX_ROWS = 300;
const NOTHING = "Nothing has happened yet. Send a request to the service, and its line appears here.";

/** What happens, newest first, and all that one request caused. */
export function tracePanel(): Panel {
  const known = new Set<string>();
  let chosen = "";
  const list = el("ol", { class: "scroll", tabindex: "0", "aria-label": "What happens, newest first" });
  const trace = el("section", { class: "card", "aria-label": "Trace" }, intro());
  const empty = el("p", { class: "facts" }, "Loading.");
  const finder = findForm((about) => void showTrace(about).catch((error: Error) => report(error.message)));
  const content = el(
    "div",
    { class: "split" },
    el("section", { class: "card" }, el("h2", {}, "What happens"), empty, list),
    el("div", {}, finder, trace),
  );

  const row = (step: TraceStep) => {
    const { request } = step;
    const cells = [
      timeOf(step.at),
      el("span", { class: "kind" }, step.kind),
      whatOf(step.what),
      el("span", { class: "result" }, step.result),
    ];
    const look = { class: step.failed ? "row failed" : "row" };
    if (request === undefined) return el("li", {}, el("span", look, ...cells));
    const choose = () => void showTrace(request);
    const button = el(
      "button",
      { type: "button", ...look, "data-request": request, click: choose },
      ...cells,
    );
    return el("li", {}, button);
  };
  const mark = () => {
    for (const button of list.querySelectorAll<HTMLElement>("button"))
      button.setAttribute("aria-pressed", String(button.dataset.request === chosen));
  };
  const add = (steps: readonly TraceStep[]) => {
    const fresh = steps.filter((step) => !known.has(JSON.stringify(step)));
    for (const step of fresh) known.add(JSON.stringify(step));
    // The rows that are there stay, so that focus and position stay.
    list.prepend(...fresh.reverse().map(row));
    empty.hidden = list.childElementCount > 0;
    empty.textContent = NOTHING;
    while (list.childElementCount > MAX_ROWS) list.lastElementChild?.remove();
    mark();
  };
  async function showTrace(about: string): Promise<void> {
    chosen = about;
    mark();
    const { steps } = await callLocal<Trace>(`console/traces/${encodeURIComponent(about)}`);
    if (chosen === about) trace.replaceChildren(...traceOf(about, steps));
  }
  return {
    name: "Trace",
    content,
    start: async () => add(await callLocal<TraceStep[]>("console/recent")),
    follow: add,
    refresh: async () => {
      if (chosen !== "") await showTrace(chosen);
    },
  };
}

const intro = () =>
  el(
    "p",
    { class: "facts" },
    "Choose a line to see its request: writes, events, deliveries, emails, timers.",
  );

/** One box for any id. Its timeline has what the table says, writes, log lines and what IAM refused. */
function findForm(find: (about: string) => void): HTMLFormElement {
  const id = el("input", { id: "find", autocomplete: "off", spellcheck: "false", maxlength: "64" });
  const submit = (event: Event) => {
    event.preventDefault();
    if (/^[\w=-]+$/.test(id.value.trim())) find(id.value.trim());
    else report("Paste the id of a payout, driver, batch, event, delivery, signup or request.");
  };
  return el(
    "form",
    { class: "inline", submit },
    el("label", { for: "find" }, "Find an id"),
    id,
    el("button", { type: "submit" }, "Show its timeline"),
  );
}

function traceOf(about: string, steps: readonly TraceStep[]): Node[] {
  const first = Date.parse(steps[0]?.at ?? "");
  const since = (at: string) => (at === "" ? "later" : spanText(Date.parse(at) - first));
  const items = steps.map((step) =>
    el(
      "li",
      { class: step.failed ? "failed" : "" },
      el(
        "span",
        { class: "row" },
        el("time", { datetime: step.at, title: step.at }, since(step.at)),
        el("span", { class: "kind" }, step.kind),
        whatOf(step.what),
        el("span", { class: "result" }, step.result),
      ),
    ),
  );
  return [
    el("h2", {}, "Trace"),
    el("p", { class: "facts what" }, about),
    steps.length > 0
      ? el("ol", { class: "steps" }, ...items)
      : el("p", { class: "facts" }, "Nothing is stored with this id, and no recent request made it."),
  ];
}

/** The request itself ends after its writes, so a step may be before the first line. */
function spanText(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  if (days > 0) return `+${days}d ${Math.round((ms % 86_400_000) / 3_600_000)}h`;
  if (ms >= 3_600_000) return `+${(ms / 3_600_000).toFixed(1)} h`;
  if (ms >= 60_000) return `+${(ms / 60_000).toFixed(1)} min`;
  return `+${(Math.max(0, ms) / 1000).toFixed(3)} s`;
}
