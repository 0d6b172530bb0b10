/** Copy buttons, search, tabs of samples, the sandbox key, and forms that send requests and cause events. */
import { startColouring } from "./colour.client.ts";
import { startCopying } from "../../pages/client/copy.client.ts";
import { find, findAll } from "../../pages/client/find.client.ts";
import { readOwnValues, showOwnValues } from "../../pages/client/own-values.client.ts";
import { startSamples } from "./samples.client.ts";
import { startSandboxKey } from "./sandbox-key.client.ts";
import { startSearching } from "./search.client.ts";
import { startSendingOne } from "./send-one.client.ts";
import { startTrying } from "./try.client.ts";

document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  const said = find("[data-said]");
  startSearching();
  showCurrent(find(".docs-nav"));
  for (const button of findAll("[data-copy]")) startCopying(button, said);
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-try]")) startTrying(form, said);
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-send-one]"))
    startSendingOne(form, said);
  startSamples();
  readOwnValues();
  startSandboxKey(said);
  showOwnValues();
  startColouring();
});

/** The menu may be longer than the screen. */
function showCurrent(menu: HTMLElement) {
  const current = menu.querySelector<HTMLElement>(".docs-side [aria-current]");
  if (current && current.offsetTop > menu.clientHeight)
    menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}
