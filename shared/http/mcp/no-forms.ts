/**
 * In place of the MCP SDK's default, a JSON Schema compiler of 120 KB for forms that this server never asks
 * for. `jsonSchemaValidator` prevents its use, but not its import.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("This server asks for no forms");
  }
}

export { default as process } from "node:process";
