import { type ClientClass, type ClientModel, clientClasses } from "./model.ts";
import { joinBlocks, lined, starComment } from "./text.ts";
import { printResources } from "./typescript-resources.ts";
import { printTypes } from "./typescript-types.ts";

const WIDTH = 110;

const failures = [
  "AbortError",
  "ConnectionError",
  "FinalStatusError",
  "NetworkError",
  "type RawResponse",
  "ResponseError",
  "ResponseFormatError",
  "ReceiptError",
  "ServiceError",
  "StatusTimeoutError",
  "TimeoutError",
  "WebhookSignatureError",
];

export type PrintedFiles = Record<string, string>;

export function printTypeScript(model: ClientModel, userAgent: string): PrintedFiles {
  return {
    "types.ts": printTypes(model),
    "errors.ts": errorsFile(model),
    "resources.ts": printResources(model),
    "index.ts": indexFile(model, userAgent),
  };
}

function errorsFile({ errors }: ClientModel): string {
  const classes = errors.map(({ name, parent, doc }) => [
    ...starComment(doc, WIDTH),
    `export class ${name} extends ${parent} {}`,
  ]);
  const entries = errors.map(({ key, name }) => `  ${/^\w+$/.test(key) ? key : `"${key}"`}: ${name},`);
  return joinBlocks(['import { type ErrorClasses, ResponseError } from "./failures.ts";'], ...classes, [
    "export const errorClasses: ErrorClasses = {",
    ...entries,
    "};",
  ]);
}

function indexFile(model: ClientModel, userAgent: string): string {
  const { platform, agent, errors } = model;
  const resources = [...platform, ...agent].map((each) => `${each.className}Resource`).sort();
  const classes = errors.map(({ name }) => name).sort();
  return joinBlocks(
    [
      'import { errorClasses } from "./errors.ts";',
      'import type { ClientOptions } from "./options.ts";',
      ...lined("import {", resources, '} from "./resources.ts";', 0, ","),
      'import { isBrowser, Transport } from "./transport.ts";',
      'import type { WebhookEvent } from "./types.ts";',
      'import { type UnwrapOptions, unwrapEvent } from "./webhooks.ts";',
    ],
    [
      ...lined("export {", classes, '} from "./errors.ts";', 0, ","),
      "export {",
      ...failures.map((name) => `  ${name},`),
      '} from "./failures.ts";',
      'export type { Listing } from "./listing.ts";',
      'export type { AttemptEvent, ClientOptions, DryRun, RequestOptions, WaitOptions } from "./options.ts";',
      "export {",
      "  type ReceiptClaims,",
      "  type ReceiptKeys,",
      "  type VerifyReceiptOptions,",
      "  verifyReceipt,",
      '} from "./receipts.ts";',
      'export { dryRunOf, responseOf } from "./transport.ts";',
      'export type * from "./types.ts";',
    ],
    [`const USER_AGENT = "${userAgent}";`],
    ...clientClasses(model).map(printClient),
    [
      "export const webhooks = {",
      "  /**",
      "   * Verifies a webhook request by its raw body, its headers and the endpoint's secret, or several secrets, and",
      "   * returns its event. An event type that this version does not know is returned as it is.",
      "   */",
      "  unwrap: async (",
      "    body: string | Uint8Array,",
      "    headers: Parameters<typeof unwrapEvent>[1],",
      "    secret: string | readonly string[],",
      "    options?: UnwrapOptions,",
      "  ): Promise<WebhookEvent> => (await unwrapEvent(body, headers, secret, options)) as WebhookEvent,",
      "};",
    ],
  );
}

function printClient({ name, doc, resources, isKeyed }: ClientClass): string[] {
  const options = isKeyed
    ? "{ apiKey, ...options }: ClientOptions & { apiKey: string }"
    : "options: ClientOptions";
  const identity = `userAgent: USER_AGENT, errors: errorClasses${isKeyed ? ", apiKey" : ""}`;
  return [
    `/** ${doc} It ${isKeyed ? "does not run" : "also runs"} in browsers. */`,
    `export class ${name} {`,
    ...resources.map((each) => `  readonly ${each.name}: ${each.className}Resource;`),
    "",
    `  constructor(${options}) {`,
    ...(isKeyed
      ? ['    if (isBrowser()) throw new TypeError("A page must not have an API key: call from a server.");']
      : []),
    `    const transport = new Transport(options, { ${identity} });`,
    ...resources.map((each) => `    this.${each.name} = new ${each.className}Resource(transport);`),
    "  }",
    "}",
  ];
}
