/** Copy buttons, the box that finds, and forms that are sent once. Every page works without this script. */
import { startCopying } from "../../pages/client/copy.client.ts";
import { findAll } from "../../pages/client/find.client.ts";
import { readOwnValues } from "../../pages/client/own-values.client.ts";
import { checkInPlace } from "./check.client.ts";
import { startFinding } from "./find.client.ts";
import { startPasskey } from "./passkey.client.ts";

document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  for (const button of findAll("[data-copy]")) startCopying(button);
  for (const part of document.querySelectorAll<HTMLDetailsElement>("[data-own-key]")) offerOwnKey(part);
  for (const text of findAll("[data-until]")) startCountdown(text);
  for (const box of document.querySelectorAll<HTMLInputElement>("[data-find]")) startFinding(box);
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-passkey]")) startPasskey(form);
});

function offerOwnKey(part: HTMLDetailsElement) {
  const { key } = readOwnValues();
  const field = part.querySelector("input");
  if (key === undefined || field === null) return;
  field.value ||= key;
  part.open = true;
}

/** Counts the seconds to an instant, and says then that it has come. */
function startCountdown(text: HTMLElement) {
  const until = Date.parse(text.dataset.until ?? "");
  const timer = setInterval(() => {
    const left = Math.ceil((until - Date.now()) / 1000);
    if (left <= 0) clearInterval(timer);
    const minutes = Math.floor(left / 60);
    const seconds = String(left % 60).padStart(2, "0");
    text.textContent = left > 0 ? `${minutes}:${seconds}` : "Now: reload the page";
  }, 1_000);
}

const RESENT_AFTER_MS = 10_000;

/** A second click would repeat the change: a secret that rotates twice is lost at the receiver. */
const underWay = new WeakSet<EventTarget>();
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  // A field may have the name "method", which hides the property.
  if (form.getAttribute("method") !== "post") return;
  if (underWay.has(form)) return event.preventDefault();
  underWay.add(form);
  const button = event.submitter as HTMLButtonElement | null;
  if (button?.name === "form_check" && !button.dataset.plain) {
    event.preventDefault();
    void checkInPlace(form, button).finally(() => underWay.delete(form));
    return;
  }
  // The person may have stopped the request.
  setTimeout(() => underWay.delete(form), RESENT_AFTER_MS);
  addEventListener("pageshow", () => underWay.delete(form), { once: true });
});
