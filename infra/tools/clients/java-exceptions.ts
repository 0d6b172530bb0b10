import { javadoc } from "./java-types.ts";
import { type ClientModel, className } from "./model.ts";
import { listed } from "./text.ts";

const exceptionName = (type: string) => className(type).replace(/Error$/, "Exception");

export function printExceptions({ errors }: ClientModel, userAgent: string): Record<string, string[]> {
  const simple = (
    name: string,
    parent: string,
    doc: string,
    args: readonly string[],
    passed: string,
    body: string[] = [],
  ) => [
    ...javadoc(doc),
    `public ${name === "ServiceException" ? "abstract" : "final"} class ${name} extends ${parent} {`,
    "  private static final long serialVersionUID = 1;",
    "",
    `  ${name}(${args.join(", ")}) {`,
    `    super(${passed});`,
    ...body,
    "}",
  ];
  const message = ["String message"];
  const typed = errors.map(({ type, codes }) => {
    const name = exceptionName(type);
    const doc = `An error of type \`${type}\`. Its codes today: ${listed(codes)}.`;
    const args = ["RawResponse response", "String type", "Map<String, Object> body"];
    return [name, simple(name, "ResponseException", doc, args, "response, type, body", ["  }"])] as const;
  });
  return {
    ...Object.fromEntries(typed),
    ServiceException: simple(
      "ServiceException",
      "RuntimeException",
      "Every exception of this library, except for wrong arguments. No message contains a key.",
      [...message, "Throwable cause"],
      "message, cause",
      ["  }"],
    ),
    StatusTimeoutException: simple(
      "StatusTimeoutException",
      "ServiceException",
      "An object did not reach the awaited status in time. It may still do so.",
      message,
      "message, null",
      ["  }"],
    ),
    WebhookSignatureException: simple(
      "WebhookSignatureException",
      "ServiceException",
      "A webhook request that does not come from the service, or is too old.",
      message,
      "message, null",
      ["  }"],
    ),
    NetworkException: simple(
      "NetworkException",
      "ServiceException",
      "No complete response arrived. The service may have received the request.",
      [...message, "boolean isTimeout", "Throwable cause"],
      "message, cause",
      ["    this.isTimeout = isTimeout;", "  }", "", "  public final boolean isTimeout;"],
    ),
    Errors: [
      "final class Errors {",
      `  static final String USER_AGENT = "${userAgent}";`,
      "",
      "  private Errors() {}",
      "",
      "  static ResponseException typed(RawResponse response, String type, Map<String, Object> body) {",
      "    return switch (type) {",
      ...errors.map(
        ({ type }) => `      case "${type}" -> new ${exceptionName(type)}(response, type, body);`,
      ),
      "      default -> new ResponseException(response, type, body);",
      "    };",
      "  }",
      "}",
    ],
  };
}
