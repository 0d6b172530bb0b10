import type { ComponentChildren } from "preact";
import { Columns } from "../../pages/layout/columns.tsx";

type RowsProps = {
  columns: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  ids?: readonly string[];
  class?: string;
};

export const Rows = ({ columns, rows, ids = [], class: kind = "fields" }: RowsProps) => (
  <table class={kind}>
    <Columns names={columns} />
    <tbody>
      {rows.map(([name, ...cells], i) => (
        <tr key={i} id={ids[i]}>
          <th scope="row">{name}</th>
          {cells.map((cell, j) => (
            <td key={j}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
