import { plainAmount } from "../home/home-check.ts";
import { checkView } from "./check-view.ts";

/**
 * What the product's page does beyond its forms. It has no words of its own: where anything is out of the ordinary, the
 * checker falls back to sending its form, and the waitlist shows the form that the server answers, mistakes named.
 */
export const homeScript = `
document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  const view = ${checkView};
  const plain = ${plainAmount};
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
  const busy = (form, on) => form.querySelector("button").setAttribute("aria-disabled", on);
  const isBusy = (form) => form.querySelector("[aria-disabled=true]") !== null;

  const clear = (form) => {
    $$(".mistake,.mistakes", form).forEach((node) => node.remove());
    $$("[aria-invalid]", form).forEach((field) => field.removeAttribute("aria-invalid"));
  };

  const check = document.querySelector("[data-check]");
  const ranges = JSON.parse(check.dataset.ranges);
  check.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy(check)) return;
    busy(check, true);
    const { filing_status, magi } = Object.fromEntries(new FormData(check));
    try {
      const query = new URLSearchParams({ filing_status, magi: plain(magi) });
      const reply = await fetch(check.dataset.check + "?" + query);
      if (!reply.ok) return check.submit();
      clear(check);
      show(view({ income: Number(plain(magi)), answer: await reply.json(), range: ranges[filing_status] }));
    } catch {
      check.submit();
    } finally {
      busy(check, false);
    }
  });
  function show({ outcome, texts, parts }) {
    const answer = document.querySelector("[data-answer]");
    for (const node of $$("[data-text]", answer)) node.textContent = texts[node.dataset.text];
    for (const node of $$("[data-part]", answer))
      for (const [name, value] of Object.entries(parts[node.dataset.part])) node.setAttribute(name, value);
    for (const node of $$("[data-outcome]", answer))
      node.hidden = node.dataset.outcome !== "known" && node.dataset.outcome !== outcome;
  }

  const join = document.querySelector("[data-waitlist]");
  const said = document.querySelector("[data-said]");
  join.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy(join)) return;
    busy(join, true);
    said.textContent = "";
    try {
      const body = new URLSearchParams(new FormData(join));
      const reply = await fetch(join.getAttribute("action"), { method: "POST", body, redirect: "manual" });
      if (reply.type === "opaqueredirect") {
        join.hidden = true;
        said.textContent = said.dataset.thanks;
        said.focus();
      } else {
        const page = new DOMParser().parseFromString(await reply.text(), "text/html");
        const again = page.querySelector("[data-waitlist]");
        if (!again) return (said.textContent = page.querySelector("main p")?.textContent ?? said.dataset.unreachable);
        join.replaceChildren(...again.childNodes);
        join.querySelector("[data-mistakes]").focus();
      }
    } catch {
      said.textContent = said.dataset.unreachable;
    } finally {
      busy(join, false);
    }
  });
});
`;
