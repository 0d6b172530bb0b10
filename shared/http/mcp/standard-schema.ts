import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { JsonSchema } from "../../contract/openapi/tool-schema.ts";

/**
 * A schema for the MCP SDK, printed by the service when it is first listed, because strict clients refuse
 * zod's own printing. It accepts everything: the operation itself validates, with the service's messages.
 */
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
