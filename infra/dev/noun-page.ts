import { accessOf, apiOf, errorsOf } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { partnerReviews } from "../../shared/domain/account/partner.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { contributionTransitions } from "../../shared/domain/savings/contribution.ts";
import { payoutTransitions } from "../../shared/domain/payout/payout.ts";
import { signupTransitions } from "../../shared/domain/signup/signup.ts";
import type { Transition } from "../../shared/domain/item/transition.ts";
import { follow, type OpenApi } from "./document-parts.ts";
import { limitsTable } from "./limits-table.ts";
import { markdownTable } from "./markdown-table.ts";
import { currentDocument } from "./released-documents.ts";

type Schema = Record<string, unknown>;

type Changes = Readonly<Record<string, Transition<string>>>;

/** The paths of its operations, and the changes of its status. */
const nouns: Readonly<Record<string, readonly [paths: RegExp, changes?: Changes]>> = {
  Signup: [/^\/api\/agent\/signups/, signupTransitions],
  Partner: [/^\/api\/agent\/partners/, partnerReviews],
  Payout: [/^\/v1\/(test_helpers\/)?(payments(?!\/batches)|proposals)/, payoutTransitions],
  Batch: [/^\/v1\/payments\/batches/],
  Balance: [/^\/v1\/(test_helpers\/)?balance(\/|$)/],
  "Balance transaction": [/^\/v1\/balance_transactions/],
  Settlement: [/^\/v1\/(test_helpers\/)?settlements/],
  Driver: [/^\/v1\/drivers(\/\{id\})?$/],
  Agreement: [/\/savings/],
  "Bank account": [/bank-accounts/],
  Connection: [/^\/v1\/earnings\/\{driver_id\}\/conn/],
  Contribution: [/^\/v1\/contributions/, contributionTransitions],
  "Mileage entry": [/\/mileage/],
  Expense: [/\/expenses/],
  "Tax document": [/1099|\/tax\/documents/],
  Endpoint: [/^\/v1\/webhooks(?!.*deliveries)/],
  Delivery: [/deliveries/],
  Event: [/^\/v1\/events/],
  Account: [/^\/v1\/account/],
};

/** One page that answers what a noun's states, limits, writes, events and errors are. */
export const nounPage = (): string =>
  `${[
    "# The nouns of the APIs",
    "Printed by `npm run docs:nouns` from the operation records. A test compares it with them.",
    "A star marks a field that a request must have. The fields of replies are in the reference, `/docs`. Every operation with a key can also return the errors of keys, quotas and bodies, which are not listed.",
    "## Limits",
    "Of one object each. The limits of fields are with their requests below, and the settings of a stage in [infra](../../infra/README.md).",
    limitsTable(),
    ...Object.entries(nouns).map(section),
  ].join("\n\n")}\n`;

function section([name, [paths, changes]]: [string, (typeof nouns)[string]]): string {
  const ops = operations.filter(({ path }) => paths.test(path));
  const document = currentDocument(apiOf(ops[0] ?? { path: "" }));
  const names = new Set(ops.map((op) => op.name));
  const events = Object.entries(catalogue).filter(([, { emitted_by }]) =>
    emitted_by.some((emitter) => names.has(emitter)),
  );
  const parts = [
    changes && [
      "**Changes of status:**",
      Object.entries(changes)
        .map(([change, { from, to }]) => `${change} (${from.join(" or ")} → ${to})`)
        .join("; "),
    ],
    events.length > 0 && [
      "**Events:**",
      events.map(([type, { emitted_by }]) => `\`${type}\` by ${emitted_by.join(", ")}`).join("; "),
    ],
  ].flatMap((line) => (line ? [`- ${line.join(" ")}.`] : []));
  return [
    `## ${name}`,
    markdownTable(
      ["operation", "request", "writes", "calls/write/read units", "errors"],
      ops.map(operationRow),
    ),
    [...parts, ...ops.flatMap((op) => limitsOf(document, op))].join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Errors that nearly every operation has say nothing about one. */
const COMMON = new Set([
  "parameter_unknown",
  "parameter_missing",
  "parameter_invalid",
  "body_invalid_json",
  "body_too_large",
  "unsupported_media_type",
  "api_key_missing",
  "api_key_invalid",
  "api_key_revoked",
  "scope_missing",
  "account_unverified",
  "account_suspended",
  "rate_limit_exceeded",
  "burst_limit_exceeded",
  "internal_error",
  "service_unavailable",
  "idempotency_key_reused",
]);
const WRITES: readonly string[] = ["put", "update", "delete"];
/** What `serve` writes for every request with a key. */
const SERVED: readonly string[] = ["api_key", "quota", "limit", "failure", "idempotency"];

function operationRow(op: (typeof operations)[number]): string[] {
  const written = Object.entries(accessOf(op))
    .filter(([noun, verbs]) => !SERVED.includes(noun) && verbs.some((verb) => WRITES.includes(verb)))
    .map(([noun]) => noun);
  const { calls, writeUnits, readUnits } = op.budget;
  const codes = errorsOf(op).filter((code) => !COMMON.has(code));
  return [
    op.name,
    `\`${op.method} ${op.path}\``,
    written.join(", ") || "-",
    `${calls}/${writeUnits}/${readUnits}`,
    codes.map((code) => `\`${code}\``).join(", ") || "-",
  ];
}

function limitsOf(document: OpenApi, op: (typeof operations)[number]): string[] {
  const operationOf = (document.paths[op.path] as Record<string, Schema>)[op.method.toLowerCase()] ?? {};
  const parameters = ((operationOf.parameters ?? []) as Schema[]).map((reference) =>
    follow(document, reference),
  );
  const body = (operationOf.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)
    ?.content?.["application/json"]?.schema;
  const rows = [
    ...parameters
      // Every write takes it.
      .filter(({ in: place, name }) => place === "query" && name !== "dry_run")
      .map((parameter) => [String(parameter.name), ruleOf(document, parameter.schema as Schema)]),
    ...(body ? fieldsOf(document, body) : []),
  ];
  const fields = rows.map(([name, rule]) => `${name} (${rule})`);
  return fields.length > 0 ? [`- \`${op.method} ${op.path}\` takes ${fields.join("; ")}.`] : [];
}

function fieldsOf(document: OpenApi, schema: Schema): string[][] {
  const {
    properties = {},
    required = [],
    oneOf,
    allOf,
  } = follow(document, schema) as {
    properties?: Record<string, Schema>;
    required?: string[];
    oneOf?: Schema[];
    allOf?: Schema[];
  };
  if (oneOf ?? allOf) return (oneOf ?? allOf ?? []).flatMap((part) => fieldsOf(document, part));
  return Object.entries(properties).map(([name, property]) => [
    required.includes(name) ? `${name} *` : name,
    ruleOf(document, property),
  ]);
}

const SAID = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;
const COUNTED = ["minLength", "maxLength", "minItems", "maxItems", "maxProperties"] as const;

/** A schema's type and its constraints, in the words of JSON Schema. */
function ruleOf(document: OpenApi, schema: Schema): string {
  const branches = schema.anyOf as Schema[] | undefined;
  const isNullable = branches?.some(({ type }) => type === "null");
  const rules = follow(document, branches?.find(({ type }) => type !== "null") ?? schema);
  const values = (rules.enum ?? rules["x-extensible-enum"]) as unknown[] | undefined;
  const items = rules.items as Schema | undefined;
  return [
    items
      ? `array of (${ruleOf(document, items)})`
      : String(rules.format ?? [rules.type ?? "any"].flat().join(" or ")),
    ...(values ? [values.join(" | ")] : []),
    ...[...SAID, ...COUNTED].flatMap((rule) => (rules[rule] === undefined ? [] : [`${rule} ${rules[rule]}`])),
    ...(rules.default === undefined ? [] : [`default ${JSON.stringify(rules.default)}`]),
    ...(isNullable ? ["or null"] : []),
  ].join(", ");
}
