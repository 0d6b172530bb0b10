import { Prose } from "../../../pages/layout/layout.tsx";
import { CodeName } from "../docs-breakable.tsx";
import type { Field } from "../docs-fields.ts";
import { Rows } from "../docs-rows.tsx";

type TableProps = {
  title: string;
  fields: readonly Field[];
  isReply?: boolean;
};

export const FieldsTable = ({ title, fields, isReply = false }: TableProps) => (
  <>
    <h2 id={title.toLowerCase().replaceAll(" ", "-")}>{title}</h2>
    <Rows columns={["Field", "Description"]} rows={fields.map((field) => fieldCells(field, isReply))} />
  </>
);

const fieldCells = ({ name, type, required, description, rules, explainedAt }: Field, isReply: boolean) => [
  <>
    <CodeName name={name} />
    <small>
      {type}
      {!isReply && " · "}
      {!isReply && (required ? <b>required</b> : "optional")}
    </small>
  </>,
  <>
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
  </>,
];
