import { accessPanel } from "./access.client.ts";
import { byId, el, report } from "./dom.client.ts";
import { faultsPanel } from "./faults.client.ts";
import { itemsPanel } from "./items.client.ts";
import { paced } from "./paced.client.ts";
import type { Panel } from "./panel.client.ts";
import { queuesPanel } from "./queues.client.ts";
import type { TraceStep } from "./shapes.ts";
import { showClock, showTimeMachine } from "./time-machine.client.ts";
import { tracePanel } from "./trace.client.ts";

/** The record is written within 100 ms. */
const REFRESH_AFTER_MS = 300;

const panels: Panel[] = [tracePanel(), itemsPanel(), queuesPanel(), accessPanel(), faultsPanel()];
const idOf = ({ name }: Panel) => name.toLowerCase();
const started = new Set<Panel>();

const links = panels.map((panel) => el("a", { href: `#${idOf(panel)}` }, panel.name));
const mailbox = el("a", { href: "/_local/mailbox" }, "Mailbox");
byId("panels", "nav").append(...links.toSpliced(2, 0, mailbox));

const present = () => panels.find((panel) => `#${idOf(panel)}` === location.hash) ?? panels[0];

async function show(): Promise<void> {
  const panel = present();
  if (!panel) return;
  for (const [i, link] of links.entries())
    if (panels[i] === panel) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  byId("panel", "main").replaceChildren(panel.content);
  await attempt(async () => {
    const isFirst = !started.has(panel);
    started.add(panel);
    if (isFirst) await panel.start?.();
    await panel.refresh();
  });
}

const attempt = (act: () => Promise<void>) => act().catch((error: Error) => report(error.message));
const refreshSoon = paced(() => attempt(async () => present()?.refresh()), REFRESH_AFTER_MS);

showTimeMachine();
window.addEventListener("hashchange", () => void show());

const live = new EventSource("/_local/console/live");
live.addEventListener("open", () => {
  started.clear();
  report("");
  void show();
});
live.addEventListener("clock", ({ data }) => showClock(JSON.parse(data) as string));
live.addEventListener("entries", ({ data }) => {
  const steps = JSON.parse(data) as TraceStep[];
  for (const panel of started) panel.follow?.(steps);
  refreshSoon();
});
live.addEventListener("error", () =>
  report("The local cloud does not answer. This page reconnects by itself."),
);
