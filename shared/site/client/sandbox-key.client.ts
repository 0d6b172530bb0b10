import { findAll } from "../../pages/client/find.client.ts";
import { dropOwnValues, keepOwnValues, readOwnValues } from "../../pages/client/own-values.client.ts";

const MADE = "Your sandbox key and its driver are in the samples and forms";

export function startSandboxKey(said: HTMLElement): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-get-key]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      said.textContent = "Getting a key";
      try {
        said.textContent = (await getKey()) ?? MADE;
      } catch {
        location.assign(link.href);
      }
    });
  }
  for (const button of findAll("[data-forget-key]")) button.addEventListener("click", dropOwnValues);
}

export async function ensureKey(): Promise<string | undefined> {
  return readOwnValues().key === undefined ? getKey() : undefined;
}

/** Sends the form of the page that makes keys. Its token protects it. */
async function getKey(): Promise<string | undefined> {
  const [link] = document.querySelectorAll<HTMLAnchorElement>("[data-get-key]");
  const address = link?.href ?? "";
  const form = (await pageAt(address)).querySelector("main form");
  if (!(form instanceof HTMLFormElement)) throw new Error("The page has no form");
  const fields = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const page = await pageAt(address, { method: "POST", body: fields });
  if (keepKeyOf(page)) return undefined;
  return page.querySelector("main p")?.textContent ?? "You can't get a sandbox key just now.";
}

async function pageAt(address: string, request?: RequestInit): Promise<Document> {
  const reply = await fetch(address, request);
  return new DOMParser().parseFromString(await reply.text(), "text/html");
}

function keepKeyOf(page: Document): boolean {
  const madeKey = page.querySelector<HTMLElement>("[data-made-key]");
  if (!madeKey) return false;
  const { madeKey: until = "", ids = "{}" } = madeKey.dataset;
  dropOwnValues();
  keepOwnValues({ key: madeKey.textContent.trim(), until, ...JSON.parse(ids) });
  return true;
}
