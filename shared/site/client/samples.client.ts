import { findAll } from "../../pages/client/find.client.ts";

const PLACE = "sample-language";

export function startSamples(): void {
  for (const summary of findAll("[data-samples] > details > summary")) {
    summary.addEventListener("click", (event) => {
      event.preventDefault();
      const language = summary.parentElement?.dataset.language ?? "";
      try {
        localStorage.setItem(PLACE, language);
      } catch {
        // The browser refuses to store.
      }
      choose(language);
    });
  }
  try {
    choose(localStorage.getItem(PLACE) ?? "");
  } catch {
    choose("");
  }
}

/** A block without the language shows its first one. */
function choose(language: string) {
  for (const block of findAll("[data-samples]")) {
    const tabs = [...block.querySelectorAll<HTMLDetailsElement>(":scope > details")];
    const chosen = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0];
    for (const tab of tabs) tab.open = tab === chosen;
  }
}
