import { findAll } from "./find.client.ts";
import { ownIdsIn, withOwnIds } from "./own-names.ts";

type OwnValues = Record<string, string>;

const PLACE = "own";

/** Only this tab has them. Where the browser stores nothing, they last as long as the page. */
let values: OwnValues = {};

export function readOwnValues(): OwnValues {
  try {
    values = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
  } catch {
    // The browser refuses to store.
  }
  if (values.until && Date.parse(values.until) <= Date.now()) values = {};
  return values;
}

export function keepOwnValues(more: OwnValues): void {
  values = { ...values, ...more };
  store();
}

/** The ids belong to the key's account. */
export function dropOwnValues(): void {
  values = {};
  store();
}

function store() {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(values));
  } catch {
    // The browser refuses to store.
  }
  showOwnValues();
}

export const keepIdsIn = (reply: string): void => keepOwnValues(ownIdsIn(reply));

const instantText = (at: Date) => at.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

const usual = new WeakMap<HTMLElement, string>();
type Field = HTMLInputElement | HTMLTextAreaElement;
const filled = new WeakMap<Field, string>();

function fill(field: Field): void {
  if (field.value !== (filled.get(field) ?? field.defaultValue)) return;
  field.value = withOwnIds(field.defaultValue, values);
  filled.set(field, field.value);
}

export function showOwnValues(): void {
  for (const node of findAll("[data-own]")) {
    const text = usual.get(node) ?? node.textContent;
    usual.set(node, text);
    node.textContent = values[node.dataset.own ?? ""] ?? text;
  }
  for (const field of document.querySelectorAll<Field>("[data-try] input, [data-try] [name=body]"))
    fill(field);
  const isKeyed = values.key !== undefined;
  for (const node of findAll("[data-without-key]")) node.hidden = isKeyed;
  for (const node of findAll("[data-with-key]")) node.hidden = !isKeyed;
  for (const node of findAll("[data-key-until]"))
    node.textContent = values.until ? instantText(new Date(values.until)) : "";
}
