import { byId, callLocal, report, run } from "./dom.client.ts";

type Advanced = { from: string; now: string; at_rest: boolean; under_way: string[] };

export function showTimeMachine(): void {
  const form = byId("machine", "form");
  const span = byId("span", "input");
  for (const button of form.querySelectorAll("button")) {
    const wish = button.dataset.span;
    if (wish !== undefined) button.addEventListener("click", () => void run(button, () => advance(wish)));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>("button:not([data-span])");
    if (button) void run(button, () => advance(span.value));
  });
}

export function showClock(now: string): void {
  const clock = byId("clock", "time");
  clock.dateTime = now;
  clock.textContent = `${now.slice(0, 10)} ${now.slice(11, 19)}`;
}

async function advance(span: string): Promise<string> {
  report("Time passes. Each timer, retry and schedule runs in its turn...");
  const { now, at_rest, under_way } = await callLocal<Advanced>("clock", "POST", { advance: span });
  showClock(now);
  return at_rest
    ? "Everything that was due has happened."
    : `Time stopped, because this is still under way: ${under_way.join(", ")}.`;
}
