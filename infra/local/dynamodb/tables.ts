import { StartupFailure } from "../base/failure.ts";
import type { Properties, Template } from "../base/template.ts";

/** The template's tables. A table has the name that the template gives it, or else its id. */
export const tablesOf = (template: Template) =>
  template.ofType("AWS::DynamoDB::Table").map(({ id, properties }) => {
    if (properties.LocalSecondaryIndexes !== undefined)
      throw new StartupFailure(`The local cloud cannot run the table ${id}: it knows global indexes only.`);
    return { id, name: String(properties.TableName ?? id), properties };
  });

export const keyNamesOf = ({ KeySchema }: Properties): string[] =>
  (KeySchema as { AttributeName: string }[]).map(({ AttributeName }) => AttributeName);
