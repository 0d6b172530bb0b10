import type { AriaRole, ComponentChildren } from "preact";

/**
 * A column: its head and the classes of its cells. `r`: on the right. `amt`: an amount that matters. `w`: as
 * wide as the others allow. `p1` to `p4`: the places on a phone, where a row has two lines. A cell without a
 * place is hidden there.
 */
type Column = readonly [head: string, kind: string];

type TableProps = {
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly ComponentChildren[])[];
};

/** A row of a phone is a grid, which is no row of a table to browsers. So each part names its role. */
const as = <R extends AriaRole>(role: R) => ({ role });

export const Table = ({ caption, columns, rows }: TableProps) => (
  <table class="tbl" {...as("table")}>
    <caption class="quiet">{caption}</caption>
    <thead {...as("rowgroup")}>
      <tr {...as("row")}>
        {columns.map(([head, kind]) => (
          <th key={head} {...as("columnheader")} scope="col" class={kind}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody {...as("rowgroup")}>
      {rows.map((cells, i) => (
        <tr key={i} {...as("row")}>
          {cells.map((cell, j) => (
            <td key={j} {...as("cell")} class={columns[j]?.[1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
