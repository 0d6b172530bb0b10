import { callLocal, el, shortId } from "./dom.client.ts";
import type { Panel } from "./panel.client.ts";
import type { ItemsView } from "./shapes.ts";

export function itemsPanel(): Panel {
  const table = el("select", { id: "table", change: () => void refresh() });
  const prefix = el("input", { id: "prefix", autocomplete: "off", input: () => void refresh() });
  const count = el("p", { class: "facts" });
  const list = el("ul");
  const form = el(
    "form",
    { submit: (event) => event.preventDefault() },
    el("label", { for: "table" }, "Table"),
    table,
    el("label", { for: "prefix" }, "Partition key starts with"),
    prefix,
  );
  const content = el("div", { class: "card" }, el("h2", {}, "Items"), form, count, list);
  let shown = "";
  async function refresh(): Promise<void> {
    const query = new URLSearchParams({ table: table.value, prefix: prefix.value });
    const view = await callLocal<ItemsView>(`console/items?${query}`);
    const text = JSON.stringify(view);
    // A late reply to an earlier prefix is not shown.
    if (text === shown || query.get("prefix") !== prefix.value) return;
    shown = text;
    if (table.length !== view.tables.length)
      table.replaceChildren(...view.tables.map((id) => el("option", { value: id }, shortId(id))));
    count.textContent = view.more ? `The first ${view.items.length} items` : `${view.items.length} items`;
    list.replaceChildren(...view.items.map((item) => itemEntry(item, view.keys)));
  }
  return { name: "Items", content, refresh };
}

function itemEntry(item: Record<string, unknown>, keys: readonly string[]): HTMLElement {
  return el(
    "li",
    {},
    el(
      "details",
      {},
      el("summary", { class: "what" }, keys.map((key) => String(item[key])).join(" ")),
      el("pre", { tabindex: "0" }, JSON.stringify(item, null, 2)),
    ),
  );
}
