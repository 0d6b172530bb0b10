import { HTMLElement, type Node, parse } from "node-html-parser";

/** Their text runs on in the text around them. */
const INLINE = new Set("A ABBR B BDI CODE EM I MARK SMALL SPAN STRONG SUB SUP TIME TSPAN WBR".split(" "));
const SILENT = new Set("HEAD SCRIPT STYLE TEMPLATE".split(" "));

function readAloud(node: Node): string {
  if (!(node instanceof HTMLElement)) return node.text;
  if (SILENT.has(node.tagName) || node.hasAttribute("hidden")) return "";
  const text = node.childNodes.map(readAloud).join("");
  return INLINE.has(node.tagName) ? text : ` ${text} `;
}
const textOf = (node: Node) => readAloud(node).replaceAll(/\s+/g, " ").trim();

function found<T>(what: string, words: string, thing: T | undefined, names: string[]): T {
  if (thing !== undefined) return thing;
  throw new Error(`No ${what} “${words}” is here, but these: ${names.join(" | ") || "none"}`);
}

/** A page or a part of it, as a person or a screen reader reads it. What is missing throws. */
export class Part {
  readonly element: HTMLElement;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** For what no reader gets: scripts, and the head of the document. */
  elements = (selector: string): HTMLElement[] => this.element.querySelectorAll(selector);
  #texts = (selector: string) => this.elements(selector).map(textOf);

  get text(): string {
    return textOf(this.element);
  }
  get language(): string | undefined {
    return this.elements("html")[0]?.getAttribute("lang");
  }
  get title(): string {
    return found("title", "h1", this.#texts("h1")[0], this.headings);
  }
  get headings(): string[] {
    return this.#texts("h1, h2, h3");
  }
  /** Of the lists that are no navigation. */
  get items(): string[] {
    const items = this.elements("li").filter((item) => item.closest("main"));
    return items.map(textOf);
  }
  get marks(): string[] {
    return this.#texts("mark");
  }
  /** With its spaces and lines. */
  get codes(): string[] {
    return this.elements("code").map((code) => code.text);
  }
  get times(): string[] {
    return this.elements("time").map((time) => time.getAttribute("datetime") ?? "");
  }
  /** What a screen reader announces. */
  says = (role: "alert" | "status"): string =>
    found("role", role, this.#texts(`[role="${role}"]`)[0], this.headings);

  /** Where the links and the forms lead, in their order. */
  get addresses(): string[] {
    return this.elements("a, form").map(
      (each) => each.getAttribute("href") ?? each.getAttribute("action") ?? "",
    );
  }
  /** The ids of a kind, such as `drv`, to which the links and the forms lead. */
  ids(kind: string): string[] {
    const parts = this.addresses.flatMap((address) => address.split(/[/?=&#]/));
    return [...new Set(parts.filter((part) => part.startsWith(`${kind}_`)))];
  }
  id = (kind: string): string => found("id of the kind", kind, this.ids(kind)[0], this.addresses);
  /** The address of a link by the beginning of its name. */
  link(name: string): string {
    const links = this.elements("a");
    const link = links.find((each) => textOf(each).startsWith(name))?.getAttribute("href");
    return found("link", name, link, links.map(textOf));
  }

  /** What a description list says of a term. */
  fact(term: string): Part {
    const terms = this.elements("dt");
    const fact = terms.find((each) => textOf(each) === term)?.nextElementSibling;
    return new Part(found("fact", term, fact ?? undefined, terms.map(textOf)));
  }
  get rows(): Row[] {
    return this.elements("tr:has(td)").map((row) => new Row(row));
  }
  /** The first row with some words. */
  row(words: string): Row {
    const rows = this.rows;
    const row = rows.find(({ text }) => text.includes(words));
    return found(
      "row",
      words,
      row,
      rows.map(({ text }) => text),
    );
  }
  /** The section or the table with this title. */
  section(title: string): Part {
    const titles = this.elements("h2, h3, caption");
    const section = titles.find((each) => textOf(each).startsWith(title))?.closest("section, table");
    return new Part(found("section", title, section ?? undefined, titles.map(textOf)));
  }

  get forms(): Form[] {
    return this.elements("form").map((form) => new Form(form));
  }
  /** A form by where it leads, or by the name of its button. */
  form(of: string): Form {
    const { forms } = this;
    const form = forms.find(({ action, buttons }) => action === of || buttons.includes(of));
    return found(
      "form",
      of,
      form,
      forms.flatMap(({ action, buttons }) => [action, ...buttons]),
    );
  }
  /** What scripts read from an attribute of the page. */
  data = (name: string): string | undefined =>
    this.elements(`[data-${name}]`)[0]?.getAttribute(`data-${name}`);
}

export class Row extends Part {
  get cells(): string[] {
    return this.elements("td").map(textOf);
  }
}

const isTick = (field: HTMLElement) => ["radio", "checkbox"].includes(field.getAttribute("type") ?? "");
const isHidden = (field: HTMLElement) => field.getAttribute("type") === "hidden";
const nameOf = (field: HTMLElement) => field.getAttribute("name") ?? "";

function heldBy(field: HTMLElement): string {
  if (field.tagName === "TEXTAREA") return field.text;
  const chosen = field.querySelector("option[selected]") ?? field.querySelector("option") ?? field;
  return chosen.getAttribute("value") ?? "";
}

export class Form extends Part {
  get action(): string {
    return this.element.getAttribute("action") ?? "";
  }
  get buttons(): string[] {
    return this.elements("button").map(textOf);
  }
  #fields = () => this.elements("input, select, textarea").filter((field) => nameOf(field) !== "");

  /** What the form sends as it is. */
  get sent(): Record<string, string> {
    const sent = this.#fields().filter((field) => !isTick(field) || field.hasAttribute("checked"));
    return Object.fromEntries(sent.map((field) => [nameOf(field), heldBy(field)]));
  }
  get hidden(): Record<string, string> {
    const hidden = this.#fields().filter(isHidden);
    return Object.fromEntries(hidden.map((field) => [nameOf(field), heldBy(field)]));
  }
  /** The names of the fields that a person types into. */
  get typed(): string[] {
    const typed = (field: HTMLElement) => field.tagName !== "SELECT" && !isTick(field) && !isHidden(field);
    return this.#fields().filter(typed).map(nameOf);
  }
  /** The value of a field by its name, or "" of a box without a tick. */
  value(name: string): string {
    const names = this.#fields().map(nameOf);
    return (
      this.sent[
        found(
          "field",
          name,
          names.find((each) => each === name),
          names,
        )
      ] ?? ""
    );
  }
  /** What is wrong with the fields, by their names. */
  get mistakes(): Record<string, string> {
    const wrong = this.elements('[aria-invalid="true"]').map((field) => {
      const [id] = (field.getAttribute("aria-describedby") ?? "").split(" ");
      return [nameOf(field), this.elements(`[id="${id}"]`).map(textOf).join()];
    });
    return Object.fromEntries(wrong);
  }
  /** The values of a choice, by what a person reads of each. */
  get options(): Record<string, string> {
    const options = this.elements("option, button[value]").map((each) => [
      textOf(each),
      each.getAttribute("value") ?? "",
    ]);
    return Object.fromEntries(options);
  }
}

const pages = new WeakMap<object, Part>();

const opened = (html: string) =>
  new Part(parse(html.replace("<!doctype html>", ""), { blockTextElements: { script: true, style: true } }));

/** Reads a reply once. */
export function pageOf(reply: { text: string } | string): Part {
  if (typeof reply === "string") return opened(reply);
  const page = pages.get(reply) ?? opened(reply.text);
  pages.set(reply, page);
  return page;
}
