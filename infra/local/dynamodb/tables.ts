import type { Properties, Template } from "../base/template.ts";

/** The template's tables. A table has the name that the template gives it, or else its id. */
export const tablesOf = (template: Template) =>
  ["AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"]
    .flatMap((type) => template.ofType(type))
    .map(({ id, properties }) => ({ id, name: String(properties.TableName ?? id), properties }));

export const keyNamesOf = ({ KeySchema }: Properties): string[] =>
  (KeySchema as { AttributeName: string }[]).map(({ AttributeName }) => AttributeName);
