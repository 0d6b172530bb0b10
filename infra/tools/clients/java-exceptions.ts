import { javadoc } from "./java-types.ts";
import { type ClientModel, className } from "./model.ts";

const exceptionName = (type: string) => className(type).replace(/Error$/, "Exception");

/** An exception's parent, documentation, and arguments, some of which it passes to its parent. */
type Exception = { of: string; doc: string; args: string; passed: string };

const failure = { of: "ServiceException", args: "String message", passed: "message, null" };
const failures: Readonly<Record<string, Exception>> = {
  ServiceException: {
    of: "RuntimeException",
    doc: "Every exception of this library, except for wrong arguments. No message contains a key.",
    args: "String message, Throwable cause",
    passed: "message, cause",
  },
  StatusTimeoutException: {
    ...failure,
    doc: "An object did not reach the awaited status in time. It may still do so.",
  },
  WebhookSignatureException: {
    ...failure,
    doc: "A webhook request that does not come from the service, or is too old.",
  },
  NetworkException: {
    of: "ServiceException",
    doc: "No complete response arrived. The service may have received the request.",
    args: "String message, boolean isTimeout, Throwable cause",
    passed: "message, cause",
  },
};

function printException(name: string, { of, doc, args, passed }: Exception): string[] {
  const field = args.includes("isTimeout") ? ["", "  public final boolean isTimeout;"] : [];
  return [
    ...javadoc(doc),
    `public ${name === "ServiceException" ? "abstract" : "final"} class ${name} extends ${of} {`,
    "  private static final long serialVersionUID = 1;",
    "",
    `  ${name}(${args}) {`,
    `    super(${passed});`,
    ...(field.length > 0 ? ["    this.isTimeout = isTimeout;"] : []),
    "  }",
    ...field,
    "}",
  ];
}

export function printExceptions({ errors }: ClientModel, userAgent: string): Record<string, string[]> {
  const args = "RawResponse response, String type, Map<String, Object> body";
  const typed = { of: "ResponseException", args, passed: "response, type, body" };
  const all: Record<string, Exception> = { ...failures };
  for (const { type, doc } of errors) all[exceptionName(type)] = { ...typed, doc };
  return {
    ...Object.fromEntries(Object.entries(all).map(([name, each]) => [name, printException(name, each)])),
    Errors: [
      "final class Errors {",
      `  static final String USER_AGENT = "${userAgent}";`,
      "",
      "  private Errors() {}",
      "",
      `  static ResponseException typed(${args}) {`,
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
