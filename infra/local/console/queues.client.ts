import { actionButton, callLocal, el } from "./dom.client.ts";
import type { Panel } from "./panel.client.ts";
import type { QueueView } from "./shapes.ts";

export function queuesPanel(): Panel {
  const content = el("div", { class: "card" });
  let shown = "";
  const refresh = async () => {
    const queues = await callLocal<QueueView[]>("console/queues");
    const text = JSON.stringify(queues);
    if (text === shown) return;
    shown = text;
    const redrive = async ({ id, name }: QueueView) => {
      await callLocal("redrives", "POST", { queue: id });
      await refresh();
      return `The dead letters of ${name} are back in their queue.`;
    };
    const sectionOf = (queue: QueueView) => queueSection(queue, () => redrive(queue));
    content.replaceChildren(el("h2", {}, "Queues"), ...queues.map(sectionOf));
  };
  return { name: "Queues", content, refresh };
}

function queueSection(queue: QueueView, redrive: () => Promise<string>): HTMLElement {
  const { name, isDeadLetters, ready, delayed, inFlight, messages } = queue;
  const isBad = isDeadLetters && ready > 0;
  return el(
    "section",
    { class: "queue" },
    el("h3", {}, name, isDeadLetters && " (dead letters)"),
    el(
      "p",
      { class: isBad ? "facts bad" : "facts" },
      `${ready} ready, ${inFlight} in flight, ${delayed} delayed`,
    ),
    isBad && actionButton(`Redrive ${name}`, redrive),
    messages.length > 0 && el("ul", {}, ...messages.map(messageItem)),
  );
}

const messageItem = ({ body, sentAt, receives, source }: QueueView["messages"][number]) =>
  el(
    "li",
    {},
    el(
      "p",
      { class: "facts" },
      `sent ${sentAt}, received ${receives} times${source ? `, from ${source}` : ""}`,
    ),
    el("pre", { tabindex: "0" }, body),
  );
