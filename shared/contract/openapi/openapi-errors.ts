import { brand } from "../../domain/brand/brand.ts";
import { type ErrorCode, errorEnvelope, errors } from "../errors.ts";
import { errorsOf, type Operation } from "../operation.ts";
import { mayGrow } from "./open-schema.ts";
import { paramOf } from "./openapi-examples.ts";
import { addTo, componentName, headerRefs, type Json, ref } from "./openapi-schemas.ts";

export type Shared = Record<"parameters" | "responses" | "examples", Record<string, Json>> & {
  schemaExamples: Record<string, unknown>;
};

type Context = { baseUrl: string; limitHeaders: readonly string[]; shared: Shared; isUsual: boolean };

/**
 * By status, with an example of every code. Operations with the same codes share them. `isUsual`: the usual
 * headers and media types.
 */
export function failures(op: Operation, { baseUrl, limitHeaders, shared, isUsual }: Context) {
  const byStatus = Map.groupBy(errorsOf(op), (code) => statusKey(errors[code][0]));
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = codes.map((code) => [code, addExample(op, code, baseUrl, shared)] as const);
      const reply = failure(op, status, examples, limitHeaders);
      if (status === "400") return [status, reply];
      const special = codes.map(componentName).join("").replaceAll(USUAL, "");
      const name = `E${status}${special}`;
      // An operation without an idempotency key has fewer codes than others with the same name.
      if (isUsual) shared.responses[name] ??= reply;
      const isSame = JSON.stringify(shared.responses[name]) === JSON.stringify(reply);
      return [status, isSame ? ref("responses", name) : reply];
    }),
  );
}

/** The name of a status in a document. One range has the faults of the server, which clients handle alike. */
const statusKey = (status: number): string => (status >= 500 ? "5XX" : String(status));

export function shareEqual(paths: Record<string, Json>, components: Record<string, Json>): void {
  const described = Object.values(paths).flatMap((path) => Object.values(path) as { responses: Json }[]);
  for (const status of [400, 404, 409]) {
    const refusing = described.filter(
      ({ responses }) => responses[status] && !("$ref" in (responses[status] as Json)),
    );
    const bySameReply = Map.groupBy(refusing, ({ responses }) => JSON.stringify(responses[status]));
    for (const [text, sharing] of bySameReply) {
      const reply = JSON.parse(text);
      const codes = Object.keys(reply.content["application/json"].examples);
      // Each 400 has the example of an unknown parameter.
      const special = codes.filter((code) => code !== "parameter_unknown");
      const name = `E${status}${special.map((code) => componentName(code.replace(/^(parameter|body)_/, ""))).join("")}`;
      if (sharing.length === 1) continue;
      // A reply with usual codes beside these has that name.
      const shared = components[name] ? `${name}Only` : name;
      addTo(components, shared, reply);
      for (const { responses } of sharing) responses[status] = ref("responses", shared);
    }
  }
}

const statuses: Record<string, string> = {
  400: "It is not valid.",
  401: "The API key is missing or not valid.",
  403: "The caller may not do this.",
  404: "The object does not exist.",
  409: "It conflicts with the current state.",
  413: "The body is too large.",
  415: "The content type is not supported.",
  429: "Too many requests.",
  "5XX": "Something went wrong on our side, or the service is temporarily unavailable.",
};
const USUAL =
  /ApiKey(Missing|Invalid|Revoked)|Account(Unverified|Suspended)|ScopeMissing|ResourceMissing|IdempotencyKeyReused|BodyTooLarge|UnsupportedMediaType|(RateLimit|BurstLimit)Exceeded|InternalError|ServiceUnavailable/g;

function failure(
  op: Operation,
  status: string,
  examples: readonly (readonly [code: ErrorCode, name: string])[],
  limitHeaders: readonly string[],
): Json {
  return {
    description: [statuses[status], gatewayAnswers[status]].filter(Boolean).join(" "),
    headers: headerRefs(
      "x-request-id",
      ...(op.scope && COUNTED.test(status) ? limitHeaders.filter(isOnEach) : []),
      ...(op.scope && status === "429" ? limitHeaders.filter((name) => !isOnEach(name)) : []),
      ...(status === "401" ? ["www-authenticate"] : []),
      ...(status === "429" ? ["retry-after"] : []),
    ),
    content: {
      "application/json": {
        schema: ref("schemas", "Error"),
        examples: Object.fromEntries(examples.map(([code, name]) => [code, ref("examples", name)])),
      },
      ...(op.form && { "text/html": htmlPage }),
    },
  };
}

/** The others repeat them in a draft's form. Only a 429 lists those, so that the document stays small. */
export const isOnEach = (limitHeader: string): boolean => limitHeader.startsWith("x-");

/** A request whose key is not valid, or that no limit could count, has no limit headers. */
const COUNTED = /^4(?!01)/;

/** The answer to a form post: a page that shows the mistakes, with the form again where they are mendable. */
const htmlPage = { schema: { type: "string", description: "A page that explains the error." } };

/** The gateway returns these itself, with a fixed body, before our code runs. */
const gatewayAnswers: Record<string, string> = {
  413: 'The gateway rejects bodies over 10 MB and returns its own body: `{"message": ...}`.',
  429: 'The gateway may also return its own body, `{"message": "Too Many Requests"}`.',
  "5XX": 'The gateway may also return its own body, such as `{"message": "Service Unavailable"}`.',
};

/** Operations share the example of a code, whose first one names its parameter. Rarely there is none. */
function addExample(op: Operation, code: ErrorCode, baseUrl: string, { examples }: Shared): string {
  const param = paramOf(op, code);
  const example = {
    value: errorEnvelope({ code, message: errors[code][2], param }, baseUrl + brand.docsPath),
  };
  examples[code] ??= example;
  const first = examples[code] as typeof example;
  if ((first.value.error.param === null) === (param === null)) return code;
  examples[`${code}.other`] ??= example;
  return `${code}.other`;
}

const ErrorDetail: Json = {
  type: "object",
  description: "What went wrong.",
  properties: {
    type: {
      type: "string",
      description: "Category of the error.",
      "x-extensible-enum": [...new Set(Object.values(errors).map(([, type]) => type))],
    },
    code: {
      type: "string",
      description: "Machine-readable error code.",
      "x-extensible-enum": Object.keys(errors),
    },
    message: { type: "string", description: "Human-readable explanation." },
    param: {
      type: ["string", "null"],
      description: "Name of the parameter that caused the error, or null.",
    },
    doc_url: { type: "string", format: "uri", description: "Documentation for the error code." },
  },
  required: ["type", "code", "message", "param", "doc_url"],
  ...mayGrow,
};

export const errorSchemas: Record<string, Json> = {
  Error: {
    type: "object",
    description: "The body of every error.",
    properties: { error: ref("schemas", "ErrorDetail") },
    required: ["error"],
    ...mayGrow,
  },
  ErrorDetail,
};
