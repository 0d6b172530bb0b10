import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { JsonSchema } from "../../contract/openapi/tool-schema.ts";

/** Our printing: strict clients refuse zod's. It accepts everything, as the operation validates. */
export function listedSchema<T>(print: () => JsonSchema): StandardSchemaWithJSON<T> {
  let printed: JsonSchema | undefined;
  const json = () => {
    printed ??= print();
    return printed;
  };
  const validate = (value: unknown) => ({ value: value as T });
  return {
    "~standard": { version: 1, vendor: "service", validate, jsonSchema: { input: json, output: json } },
  };
}
