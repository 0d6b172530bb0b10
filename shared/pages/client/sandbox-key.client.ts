import { findAll } from "./find.client.ts";
import { dropOwnValues, keepOwnValues } from "./own-values.client.ts";

/** Links that get a sandbox key without leaving the page. */
export function startSandboxKey(said: HTMLElement): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-get-key]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      said.textContent = "Getting a key";
      try {
        said.textContent = await getKey(link.href);
      } catch {
        location.assign(link.href);
      }
    });
  }
  for (const button of findAll("[data-forget-key]")) button.addEventListener("click", dropOwnValues);
}

/** Sends the form of the page that makes keys. Its token protects it. */
async function getKey(address: string): Promise<string> {
  const form = (await pageAt(address)).querySelector("form");
  if (!form) throw new Error("The page has no form");
  const fields = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const page = await pageAt(address, { method: "POST", body: fields });
  if (keepKeyOf(page)) return "Your sandbox key is in the samples and forms";
  return page.querySelector("main p")?.textContent ?? "";
}

async function pageAt(address: string, request?: RequestInit): Promise<Document> {
  const reply = await fetch(address, request);
  return new DOMParser().parseFromString(await reply.text(), "text/html");
}

function keepKeyOf(page: Document): boolean {
  const made = page.querySelector<HTMLElement>("[data-made-key]");
  if (!made) return false;
  dropOwnValues();
  keepOwnValues({ key: made.textContent.trim(), until: made.dataset.madeKey ?? "" });
  return true;
}
