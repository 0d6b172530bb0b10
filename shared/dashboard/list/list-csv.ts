import { type ComponentChildren, isValidElement } from "preact";
import { csvFile } from "../../http/serve/csv.ts";
import type { Result } from "../../http/serve/responses.ts";
import { Short } from "./cells.tsx";
import { type ListOfPage, Table, type TableProps } from "./table.tsx";

type ListTable = TableProps & { list: ListOfPage };

/** The table of a page's content that is a file, too. One that a component draws is not found. */
export function findList(content: ComponentChildren): ListTable | undefined {
  if (Array.isArray(content)) return content.map(findList).find((list) => list !== undefined);
  if (!isValidElement(content)) return undefined;
  const props = content.props as TableProps & { children?: ComponentChildren };
  return content.type === Table && props.list ? { ...props, list: props.list } : findList(props.children);
}

type Asked = { mode: string; csvDay: string };

/** What a table shows, as a file. `part` in its name: the list has more rows. */
export function listFile({ list, columns, rows }: ListTable, { mode, csvDay }: Asked): Result {
  const file = `${list.name}-${mode}-${csvDay}${list.place.older === undefined ? "" : "-part"}.csv`;
  const [first] = list.file ?? [];
  if (list.file && first) return csvFile({ file, columns: Object.keys(first), rows: list.file });
  const kept = columns.flatMap(([head, kind], i) => (/\bforms\b/.test(kind) ? [] : [{ head, kind, i }]));
  return csvFile({
    file,
    columns: kept.map(({ head }) => head),
    rows: rows.map((cells) =>
      Object.fromEntries(kept.map(({ head, kind, i }) => [head, plainValue(textOf(cells[i]).trim(), kind)])),
    ),
  });
}

/** An amount is decimal. The sign of a negative one is a hyphen, as programs read it. */
const plainValue = (text: string, kind: string): string | number => {
  const [, sign, dollars] = /^(−?)\$([\d,]+\.\d\d)$/.exec(/\bamt\b/.test(kind) ? text : "") ?? [];
  if (dollars === undefined) return text;
  const amount = dollars.replaceAll(",", "");
  return sign ? -Number(amount) : amount;
};

const CONTROLS = ["button", "dialog", "form"];

/** The text of a cell: times in full, and neither forms nor what only readers get. */
function textOf(cell: ComponentChildren): string {
  if (Array.isArray(cell)) return cell.map(textOf).join("");
  if (!isValidElement(cell)) return typeof cell === "string" || typeof cell === "number" ? String(cell) : "";
  const { type } = cell;
  const props = cell.props as Record<string, ComponentChildren>;
  if (type === Short) return String(props.of);
  if (typeof type === "function") return textOf((type as (attributes: unknown) => ComponentChildren)(props));
  if (CONTROLS.includes(type) || props.class === "quiet") return "";
  return props.dateTime === undefined ? textOf(props.children) : String(props.dateTime);
}
