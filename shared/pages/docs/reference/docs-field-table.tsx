import { Columns } from "../../layout/columns.tsx";
import { Prose } from "../../layout/layout.tsx";
import { Breakable } from "../docs-breakable.tsx";
import type { Field } from "../docs-fields.ts";

type TableProps = {
  title: string;
  fields: readonly Field[];
  /** A response has fields that a caller only reads. */
  isReply?: boolean;
};

/** A heading and a table of fields. */
export const FieldsTable = ({ title, fields, isReply = false }: TableProps) => (
  <>
    <h2 id={title.toLowerCase().replaceAll(" ", "-")}>{title}</h2>
    <table class="fields">
      <Columns names={["Field", "Description"]} />
      <tbody>
        {fields.map(({ name, type, required, description, rules, explainedAt }) => (
          <tr key={name}>
            <th scope="row">
              <code>
                <Breakable name={name} />
              </code>
              <small>
                {type}
                {!isReply && " · "}
                {!isReply && (required ? <b>required</b> : "optional")}
              </small>
            </th>
            <td>
              <Prose text={description} />
              {rules.length > 0 && (
                <small>
                  <Prose text={rules.join("; ")} />
                </small>
              )}
              {explainedAt && (
                <small>
                  <a href={explainedAt}>What each value means</a>
                </small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
