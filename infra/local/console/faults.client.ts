import { actionButton, callLocal, el } from "./dom.client.ts";
import type { Panel } from "./panel.client.ts";

type Fault = { kind: string; action?: string; share?: number; ms?: number };

const SWITCHES: { title: string; fault: Fault }[] = [
  { title: "Throttle half of all calls to AWS services", fault: { kind: "throttle", share: 0.5 } },
  {
    title: "Fail a third of all writes to tables",
    fault: { kind: "error", action: "dynamodb:TransactWriteItems", share: 0.33 },
  },
  {
    title: "Cancel half of all transactions by conflicts",
    fault: { kind: "conflict", action: "dynamodb:TransactWriteItems", share: 0.5 },
  },
  { title: "Lose the reply of every fifth call", fault: { kind: "lost-answer", share: 0.2 } },
  { title: "Delay every call by a second", fault: { kind: "delay", ms: 1_000 } },
  { title: "Fail all emails", fault: { kind: "error", action: "ses:SendEmail" } },
  { title: "Fail all messages to queues", fault: { kind: "error", action: "sqs:SendMessage" } },
];

const same = (fault: Fault, other: Fault) => JSON.stringify(fault) === JSON.stringify(other);

export function faultsPanel(): Panel {
  const switches = SWITCHES.map(({ title, fault }, i) => {
    const id = `fault-${i}`;
    const box = el("input", { id, type: "checkbox", change: () => void change(fault, box.checked) });
    return { fault, box, row: el("li", {}, box, el("label", { for: id }, title)) };
  });
  const others = el("ul");
  const clear = actionButton("End all faults", async () => {
    await callLocal("faults", "PUT", []);
    await refresh();
    return "All faults have ended.";
  });
  const content = el(
    "div",
    { class: "card switches" },
    el("h2", {}, "Faults"),
    el("p", { class: "facts" }, "AWS misbehaves for the functions while a switch is on."),
    el("ul", {}, ...switches.map(({ row }) => row)),
    others,
    clear,
  );
  const active = () => callLocal<Fault[]>("faults");
  async function change(fault: Fault, isOn: boolean): Promise<void> {
    const rest = (await active()).filter((each) => !same(each, fault));
    await callLocal("faults", "PUT", isOn ? [...rest, fault] : rest);
    await refresh();
  }
  async function refresh(): Promise<void> {
    const faults = await active();
    for (const { fault, box } of switches) box.checked = faults.some((each) => same(each, fault));
    const foreign = faults.filter((each) => !SWITCHES.some(({ fault }) => same(each, fault)));
    others.replaceChildren(...foreign.map((each) => el("li", { class: "what" }, JSON.stringify(each))));
  }
  return { name: "Faults", content, refresh };
}
