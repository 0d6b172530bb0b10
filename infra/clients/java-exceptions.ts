import { javadoc } from "./java-text.ts";
import type { ClientModel } from "./model.ts";
import { code } from "./text.ts";

const exceptionName = (name: string) => name.replace(/Error$/, "Exception");

/** An exception's parent, documentation, and arguments, some of which it passes to its parent. */
type Exception = { of: string; doc: string; args: string; passed: string };

const withCause = { args: "String message, Throwable cause", passed: "message, cause" };
const failure = { of: "ServiceException", args: "String message", passed: "message, null" };
const failures: Readonly<Record<string, Exception>> = {
  ServiceException: {
    of: "RuntimeException",
    doc: "Every exception of this library, except for wrong arguments. No message contains a key.",
    ...withCause,
  },
  StatusTimeoutException: {
    ...failure,
    doc: "An object did not reach the awaited status in time. It may still do so.",
  },
  FinalStatusException: {
    ...failure,
    doc: "An object has a final status that is not the awaited one.",
  },
  WebhookSignatureException: {
    ...failure,
    doc: "A webhook request that does not come from the service, or is too old.",
  },
  ReceiptException: {
    ...failure,
    doc: "A text that is no consent receipt of the service, or is not the one that was asked for.",
  },
  NetworkException: {
    of: "ServiceException",
    doc: "No complete response arrived, or the call was canceled. The service may have received the request.",
    ...withCause,
  },
  ConnectionException: {
    of: "NetworkException",
    doc: "The service was not reached, or the connection broke. The message and the cause say why.",
    ...withCause,
  },
  TimeoutException: {
    of: "NetworkException",
    doc: "No complete response arrived in time.",
    ...withCause,
  },
};

const responseArgs = {
  args: "String message, RawResponse response, Map<?, ?> body",
  passed: "message, response, body",
};

const printException = (name: string, { of, doc, args, passed }: Exception, kind: string): string[] => code`
${javadoc(doc)}
public ${kind}class ${name} extends ${of} {
  private static final long serialVersionUID = 1;

  ${name}(${args}) {
    super(${passed});
  }
}
`;

export function printExceptions({ errors }: ClientModel, userAgent: string): Record<string, string[]> {
  const exceptions: Record<string, Exception> = { ...failures };
  exceptions.ResponseFormatException = {
    ...responseArgs,
    of: "ResponseException",
    doc: "A response that this API does not send: a proxy's page, broken JSON, too many bytes. After a status of 200 to 299, the call may have succeeded.",
  };
  for (const { name, parent, doc } of errors)
    exceptions[exceptionName(name)] = { ...responseArgs, of: exceptionName(parent), doc };
  const parents = new Set(Object.values(exceptions).map(({ of }) => of));
  const kindOf = (name: string) =>
    name === "ServiceException" ? "abstract " : parents.has(name) ? "" : "final ";
  return {
    ...Object.fromEntries(
      Object.entries(exceptions).map(([name, each]) => [name, printException(name, each, kindOf(name))]),
    ),
    Errors: code`
final class Errors {
  static final String USER_AGENT = "${userAgent}";

  private Errors() {}

  static ResponseException typed(String key, ${responseArgs.args}) {
    return switch (key) {
      ${errors.map(({ key, name }) => `case "${key}" -> new ${exceptionName(name)}(${responseArgs.passed});`)}
      default -> null;
    };
  }
}
`,
  };
}
