/** The search of the documentation. Its engine and its texts are fetched when a reader first opens it. */
import { find } from "../../pages/client/find.client.ts";
import type { FoundPlace, SearchPlace, searchIn } from "./search-places.ts";

const MAX_SHOWN = 12;

export function startSearching(): void {
  const openButton = find("[data-search]");
  const dialog = find<HTMLDialogElement>("[data-search-dialog]");
  const input = find<HTMLInputElement>("input", dialog);
  const list = find("ul", dialog);
  const said = find("[role=status]", dialog);
  let index: Promise<Search> | undefined;

  const open = () => {
    dialog.showModal();
    input.select();
    index ??= load();
    index.then(show, () => {
      index = undefined;
      said.textContent = "The search could not be loaded.";
    });
  };
  const show = (search: Search) => {
    const places = search(input.value);
    list.replaceChildren(...places.slice(0, MAX_SHOWN).map(itemOf));
    if (input.value.trim() === "") said.textContent = "";
    else if (places.length > MAX_SHOWN) said.textContent = `The best ${MAX_SHOWN} of ${places.length}`;
    else said.textContent = places.length === 0 ? "No page found." : `${places.length} found`;
  };

  if (location.pathname === openButton.getAttribute("href")) {
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    open();
  }
  openButton.addEventListener("click", (event) => {
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
  input.addEventListener("input", () => void index?.then(show, () => undefined));
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1, input, list);
    }
    if (event.key === "Enter" && event.target === input) {
      event.preventDefault();
      list.querySelector("a")?.click();
    }
  });
  dialog.addEventListener("click", (event) => {
    const { target } = event;
    // A click beside the box, or on a link to a section of this page.
    if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
  });
}

type Search = ReturnType<typeof searchIn>;

/** A bundler would put the engine into each page. */
const ENGINE = "/docs/search.js";

async function load(): Promise<Search> {
  const [engine, response] = await Promise.all([
    import(ENGINE) as Promise<{ searchIn: typeof searchIn }>,
    fetch("/docs/search.json"),
  ]);
  if (!response.ok) throw new Error(`${response.status}`);
  return engine.searchIn((await response.json()) as SearchPlace[]);
}

function itemOf({ place: [path, title, list], excerpt }: FoundPlace): HTMLElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const small = document.createElement("small");
  link.href = path;
  link.textContent = title;
  small.textContent = list;
  const text = document.createElement("span");
  text.append(
    ...excerpt.map((piece) => {
      if (!piece.isFound) return piece.text;
      const mark = document.createElement("mark");
      mark.textContent = piece.text;
      return mark;
    }),
  );
  link.append(small, text);
  item.append(link);
  return item;
}

function step(by: number, input: HTMLElement, list: HTMLElement): void {
  const stops: HTMLElement[] = [input, ...list.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + by + stops.length) % stops.length]?.focus();
}
