/**
 * Bundled in place of the MCP SDK's default, a JSON Schema compiler of 120 KB that checks the forms a server
 * asks for. This server asks for links only. The option `jsonSchemaValidator` would prevent the compiler's
 * use, but not its import (decisions/0010).
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("This server asks for no forms");
  }
}

export { default as process } from "node:process";
