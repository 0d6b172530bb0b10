/** It works without this script, which has no words of its own: the server has those. */
import { type CheckInput, type CheckView, checkView } from "./check-view.ts";
import { find, findAll } from "../../pages/client/find.client.ts";
import { plainAmount } from "../../pages/client/plain-amount.ts";
import { onSubmit } from "./submit.client.ts";

document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  startChecker(find<HTMLFormElement>("[data-check]"));
  startWaitlist(find<HTMLFormElement>("[data-waitlist]"), find("[data-said]"));
});

function startChecker(form: HTMLFormElement) {
  const ranges: Record<string, CheckInput["range"]> = JSON.parse(form.dataset.ranges ?? "{}");
  onSubmit(form, async () => {
    const fields = fieldsOf(form);
    const magi = plainAmount(fields.get("magi") ?? "");
    fields.set("magi", magi);
    try {
      const reply = await fetch(`${form.dataset.check}?${fields}`);
      const range = ranges[fields.get("filing_status") ?? ""];
      if (!reply.ok || !range) return form.submit();
      clearMistakes(form);
      show(
        checkView({ income: Number(magi), answer: await reply.json(), range, you: form.dataset.you ?? "" }),
      );
    } catch {
      form.submit();
    }
  });
}

function clearMistakes(form: HTMLFormElement) {
  for (const node of findAll(".mistake,.mistakes", form)) node.remove();
  for (const field of findAll("[aria-invalid]", form)) field.removeAttribute("aria-invalid");
}

function fill(within: HTMLElement, { texts, parts }: Pick<CheckView, "texts" | "parts">) {
  for (const node of findAll("[data-text]", within)) node.textContent = texts[node.dataset.text ?? ""] ?? "";
  for (const node of findAll("[data-part]", within)) {
    for (const [name, value] of Object.entries(parts[node.dataset.part ?? ""] ?? {})) {
      node.setAttribute(name, String(value));
    }
  }
}

function show({ outcome, ...view }: CheckView) {
  const answer = find("[data-answer]");
  fill(answer, view);
  for (const node of findAll("[data-outcome]", answer)) {
    node.hidden = node.dataset.outcome !== "known" && node.dataset.outcome !== outcome;
  }
}

function startWaitlist(form: HTMLFormElement, said: HTMLElement) {
  onSubmit(form, async () => {
    said.textContent = "";
    try {
      const reply = await fetch(form.action, { method: "POST", body: fieldsOf(form), redirect: "manual" });
      if (reply.type === "opaqueredirect") {
        form.hidden = true;
        said.textContent = said.dataset.thanks ?? "";
        said.focus();
        return;
      }
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      const again = page.querySelector("[data-waitlist]");
      if (again) {
        form.replaceChildren(...again.childNodes);
        find("[data-mistakes]", form).focus();
      } else {
        said.textContent = page.querySelector("main p")?.textContent ?? said.dataset.unreachable ?? "";
      }
    } catch {
      said.textContent = said.dataset.unreachable ?? "";
    }
  });
}

const fieldsOf = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
