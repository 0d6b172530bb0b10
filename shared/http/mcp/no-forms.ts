/**
 * Bundled in the place of the MCP SDK's own choice, which is a JSON Schema compiler of 120 KB for one purpose: checking
 * the forms that clients fill in when a server asks for one. Ours asks for links only.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("This server asks for no forms");
  }
}

export { default as process } from "node:process";
