import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { JsonSchema } from "../../contract/openapi/tool-schema.ts";

/**
 * A schema as the MCP SDK takes it: printed by us, once, when it is first listed, since zod's own printing is not what
 * strict clients accept. It lets everything pass: whoever is given the value checks it, and refuses in our words.
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
