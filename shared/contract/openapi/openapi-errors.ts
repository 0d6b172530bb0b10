import { brand } from "../../domain/brand.ts";
import { type ErrorCode, errorEnvelope, errors } from "../errors.ts";
import { errorsOf, type Operation } from "../operation.ts";
import { mayGrow } from "./open-schema.ts";
import { paramOf, UNKNOWN_FIELD } from "./openapi-examples.ts";
import { addTo, componentName, headerRefs, type Json, ref } from "./openapi-schemas.ts";

export type Shared = Record<"parameters" | "responses" | "examples", Record<string, Json>> & {
  schemaExamples: Record<string, unknown>;
};

type Context = { baseUrl: string; limitHeaders: readonly string[]; shared: Shared; isUsual: boolean };

/**
 * By status, with an example of every code. Operations with the same codes share them, except the 400, whose
 * examples name fields. `isUsual`: the usual headers and media types.
 */
export function failures(op: Operation, { baseUrl, limitHeaders, shared, isUsual }: Context) {
  const byStatus = Map.groupBy(errorsOf(op), (code) => statusKey(errors[code][0]));
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = codes.map((code) => [code, addExample(op, code, baseUrl, shared)] as const);
      const reply = failure(op, status, examples, limitHeaders);
      if (status === "400" || !isUsual) return [status, reply];
      const special = examples
        .map(([, example]) => componentName(example))
        .join("")
        .replaceAll(USUAL, "");
      const name = `${statuses[status]?.[0]}${special}`;
      // An operation without an idempotency key has fewer codes than others with the same name.
      shared.responses[name] ??= reply;
      const isSame = JSON.stringify(shared.responses[name]) === JSON.stringify(reply);
      return [status, isSame ? ref("responses", name) : reply];
    }),
  );
}

/** The name of a status in a document. One range has the faults of the server, which clients handle alike. */
const statusKey = (status: number): string => (status >= 500 ? "5XX" : String(status));

export function shareEqual(paths: Record<string, Json>, components: Record<string, Json>): void {
  const described = Object.values(paths).flatMap((path) => Object.values(path) as { responses: Json }[]);
  const own = described.filter(({ responses }) => responses[400] && !("$ref" in (responses[400] as Json)));
  const bySameReply = Map.groupBy(own, ({ responses }) => JSON.stringify(responses[400]));
  for (const [text, sharing] of bySameReply) {
    if (sharing.length === 1) continue;
    const reply = JSON.parse(text);
    const examples = Object.values<Json>(reply.content["application/json"].examples);
    const parts = examples.map(({ $ref }) => componentName(String($ref).split("/").at(-1) ?? ""));
    // Each 400 has this example.
    const name = `BadRequest${parts.join("").replace("ParameterUnknown", "")}`;
    addTo(components, name, reply);
    for (const { responses } of sharing) responses[400] = ref("responses", name);
  }
}

/** The shared replies: a name, which codes that are not usual for the status follow, and the words. */
const statuses: Record<string, [name: string, words: string]> = {
  400: ["", "The request is not valid."],
  401: ["Unauthorized", "The API key is missing or not valid."],
  403: ["Forbidden", "The caller may not do this."],
  404: ["NotFound", "The object does not exist."],
  409: ["Conflict", "The request conflicts with the current state."],
  413: ["BodyTooLarge", "The body is too large."],
  415: ["UnsupportedMediaType", "The content type is not supported."],
  429: ["TooManyRequests", "Too many requests."],
  "5XX": ["ServerError", "Something went wrong on our side, or the service is temporarily unavailable."],
};
const USUAL =
  /ApiKey(Missing|Invalid|Revoked)|Account(Unverified|Suspended)|ScopeMissing|ResourceMissing|IdempotencyKeyReusedIdempotencyKey|BodyTooLarge|UnsupportedMediaType|(RateLimit|BurstLimit)Exceeded|InternalError|ServiceUnavailable/g;

function failure(
  op: Operation,
  status: string,
  examples: readonly (readonly [code: ErrorCode, name: string])[],
  limitHeaders: readonly string[],
): Json {
  return {
    description: [statuses[status]?.[1], gatewayAnswers[status]].filter(Boolean).join(" "),
    ...(status === "401" && { headers: headerRefs("www-authenticate") }),
    ...(status === "429" && { headers: headerRefs(...limitHeaders, "retry-after") }),
    content: {
      "application/json": {
        schema: ref("schemas", "Error"),
        examples: Object.fromEntries(examples.map(([code, name]) => [code, ref("examples", name)])),
      },
      ...(op.form && { "text/html": htmlPage }),
    },
  };
}

/** The answer to a form post: a page that shows the mistakes, with the form again where they are mendable. */
const htmlPage = { schema: { type: "string", description: "A page that explains the error." } };

/** The gateway returns these itself, with a fixed body, before our code runs. */
const gatewayAnswers: Record<string, string> = {
  413: 'The gateway rejects bodies over 10 MB and returns its own body: `{"message": ...}`.',
  429: 'The gateway may also return its own body, `{"message": "Too Many Requests"}`, when the whole service is overloaded.',
  "5XX": 'The gateway may also return its own body, such as `{"message": "Service Unavailable"}`.',
};

function addExample(op: Operation, code: ErrorCode, baseUrl: string, { examples }: Shared): string {
  const param = paramOf(op, code);
  const name = param === null || param === UNKNOWN_FIELD ? code : `${code}.${param.replace(/[^\w-]+/g, "")}`;
  const message = errors[code][2];
  addTo(examples, name, {
    value: errorEnvelope({ code, message, param }, baseUrl + brand.docsPath),
  });
  return name;
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
