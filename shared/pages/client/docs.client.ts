/** Copy buttons, tabs of samples, the sandbox key and the forms that send requests. */
import { startCopying } from "./copy.client.ts";
import { find, findAll } from "./find.client.ts";
import { readOwnValues, showOwnValues } from "./own-values.client.ts";
import { startSamples } from "./samples.client.ts";
import { startSandboxKey } from "./sandbox-key.client.ts";
import { startTrying } from "./try.client.ts";

document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  const said = find("[data-said]");
  for (const button of findAll("[data-copy]")) startCopying(button, said);
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-try]")) startTrying(form, said);
  startSamples();
  readOwnValues();
  startSandboxKey(said);
  showOwnValues();
});
