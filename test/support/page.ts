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

/** Of several attributes, that which the element has. */
const attributeOf = (element: HTMLElement, ...names: string[]) =>
  names.map((name) => element.getAttribute(name)).find((value) => value !== undefined) ?? "";

const missing = (what: string, words: string, others: string[]) =>
  new Error(`No ${what} has “${words}”. Others are: ${others.join(" | ")}`);

/** A page or a part of it, as a person or a screen reader reads it. What is missing throws. */
export class Part {
  readonly element: HTMLElement;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  /** For what no reader gets, such as scripts and the head of a document. */
  elements = (selector: string): HTMLElement[] => this.element.querySelectorAll(selector);
  /** What scripts read from an attribute. */
  data = (name: string): string | undefined =>
    this.elements(`[data-${name}]`)[0]?.getAttribute(`data-${name}`);

  /** The first element with some words. */
  #first(what: string, selector: string, words = ""): HTMLElement {
    const elements = this.elements(selector);
    const first = elements.find((element) => textOf(element).includes(words));
    if (first) return first;
    throw missing(what, words, elements.map(textOf));
  }

  get text(): string {
    return textOf(this.element);
  }
  get language(): string {
    return attributeOf(this.#first("document", "html"), "lang");
  }
  get title(): string {
    return textOf(this.#first("title", "h1"));
  }
  /** What a screen reader announces. */
  says = (role: "alert" | "status"): string => textOf(this.#first(role, `[role="${role}"]`));
  /** Of the lists that are no navigation. */
  get items(): string[] {
    const items = this.elements("li").filter((item) => item.closest("main"));
    return items.map(textOf);
  }
  /** With their spaces and lines. */
  get codes(): string[] {
    return this.elements("code").map((code) => code.text);
  }
  get times(): string[] {
    return this.elements("time").map((time) => attributeOf(time, "datetime"));
  }

  /** Where the links and the forms lead, in their order. */
  get addresses(): string[] {
    return this.elements("a, form").map((each) => attributeOf(each, "href", "action"));
  }
  link = (name: string): string => attributeOf(this.#first("link", "a", name), "href");
  /** The ids of a kind, such as `drv`, to which the links and the forms lead. */
  ids(kind: string): string[] {
    const parts = this.addresses.flatMap((address) => address.split(/[/?=&#]/));
    return [...new Set(parts.filter((part) => part.startsWith(`${kind}_`)))];
  }
  id(kind: string): string {
    const [id] = this.ids(kind);
    if (id === undefined) throw missing("address", kind, this.addresses);
    return id;
  }

  /** What a description list says of a term. */
  fact = (term: string): Part => new Part(this.#first("term", "dt", term).nextElementSibling ?? this.element);
  get rows(): Row[] {
    return this.elements("tr:has(td)").map((row) => new Row(row));
  }
  row = (words: string): Row => new Row(this.#first("row", "tr:has(td)", words));
  /** The section or the table with this title. */
  section = (title: string): Part =>
    new Part(this.#first("title", "h2, h3, caption", title).closest("section, table") ?? this.element);

  get forms(): Form[] {
    return this.elements("form").map((form) => new Form(form));
  }
  /** A form by where it leads, or by the name of its button. */
  form(of: string): Form {
    const form = this.forms.find(({ action, buttons }) => action === of || buttons.includes(of));
    if (form) return form;
    throw missing(
      "form",
      of,
      this.forms.flatMap(({ action, buttons }) => [action, ...buttons]),
    );
  }
}

export class Row extends Part {
  get cells(): string[] {
    return this.elements("td").map(textOf);
  }
}

const nameOf = (field: HTMLElement) => attributeOf(field, "name");
const isTick = (field: HTMLElement) => ["radio", "checkbox"].includes(attributeOf(field, "type"));
const isHidden = (field: HTMLElement) => attributeOf(field, "type") === "hidden";

function entryOf(field: HTMLElement): [name: string, value: string] {
  const chosen = field.querySelector("option[selected]") ?? field.querySelector("option") ?? field;
  return [nameOf(field), field.tagName === "TEXTAREA" ? field.text : attributeOf(chosen, "value")];
}

export class Form extends Part {
  get action(): string {
    return attributeOf(this.element, "action");
  }
  get buttons(): string[] {
    return this.elements("button").map(textOf);
  }
  get #fields(): HTMLElement[] {
    return this.elements("input[name], select[name], textarea[name]");
  }

  /** What the form sends as it is. */
  get sent(): Record<string, string> {
    const sent = this.#fields.filter((field) => !isTick(field) || field.hasAttribute("checked"));
    return Object.fromEntries(sent.map(entryOf));
  }
  get hidden(): Record<string, string> {
    return Object.fromEntries(this.#fields.filter(isHidden).map(entryOf));
  }
  /** The names of the fields that a person types into. */
  get typed(): string[] {
    const typed = (field: HTMLElement) => field.tagName !== "SELECT" && !isTick(field) && !isHidden(field);
    return this.#fields.filter(typed).map(nameOf);
  }
  /** The value of a field by its name, or "" of a box without a tick. */
  value(name: string): string {
    const names = this.#fields.map(nameOf);
    if (!names.includes(name)) throw missing("field", name, names);
    return this.sent[name] ?? "";
  }
  /** The values of a choice, by what a person reads of each. */
  get options(): Record<string, string> {
    const options = this.elements("option, button[value]");
    return Object.fromEntries(options.map((option) => [textOf(option), attributeOf(option, "value")]));
  }
  /** What is wrong with the fields, by their names. */
  get mistakes(): Record<string, string> {
    const wrong = this.elements('[aria-invalid="true"]').map((field) => {
      const [id] = attributeOf(field, "aria-describedby").split(" ");
      return [nameOf(field), this.elements(`[id="${id}"]`).map(textOf).join()];
    });
    return Object.fromEntries(wrong);
  }
}

const opened = (html: string) =>
  new Part(parse(html.replace("<!doctype html>", ""), { blockTextElements: { script: true, style: true } }));

const pages = new WeakMap<object, Part>();

/** Reads a reply once. */
export function pageOf(reply: { text: string } | string): Part {
  if (typeof reply === "string") return opened(reply);
  const page = pages.get(reply) ?? opened(reply.text);
  pages.set(reply, page);
  return page;
}
