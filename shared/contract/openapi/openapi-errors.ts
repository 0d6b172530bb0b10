import { brand } from "../../domain/brand.ts";
import { type ErrorCode, errorEnvelope, errors } from "../errors.ts";
import { errorsOf, type Operation } from "../operation.ts";
import { headerRefs, type Json, json, ref } from "./openapi-schemas.ts";

/** An operation's error replies by status, each with an example of every code. */
export function failures(op: Operation, baseUrl: string, everyReply: readonly string[]) {
  const byStatus = new Map<number, ErrorCode[]>(Map.groupBy(errorsOf(op), (code) => errors[code][0]));
  const statuses = new Set([...byStatus.keys(), ...Object.keys(gatewayWords).map(Number)]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = byStatus.get(status);
      if (!codes) return [status, gatewayOnly(status)];
      const examples = Object.fromEntries(codes.map((code) => [code, { value: example(op, code, baseUrl) }]));
      return [
        status,
        {
          description: [...codes.map((code) => `\`${code}\`: ${errors[code][2]}`), gatewayAnswers[status]]
            .filter(Boolean)
            .join("\n\n"),
          headers: headerRefs(
            ...(status === 401 ? ["x-request-id"] : everyReply),
            ...(ofStatus[status] ?? []),
          ),
          content: { "application/json": { schema: ref("schemas", "Error"), examples } },
        },
      ];
    }),
  );
}

/** Extra headers of some statuses. A 401 has no rate limit headers, because its account is unknown. */
const ofStatus: Record<number, string[]> = { 401: ["www-authenticate"], 429: ["retry-after"] };

/** The gateway returns these to any request when it is overloaded or cannot reach our code. */
const gatewayWords: Record<number, string> = { 429: "Too Many Requests", 503: "Service Unavailable" };

/** The gateway returns these itself, with a fixed body, before our code runs. */
const gatewayAnswers: Record<number, string> = {
  400: 'The gateway rejects a path with invalid percent-encoding and returns its own body: `{"message": "Bad Request"}`.',
  413: 'The gateway rejects bodies over 10 MB and returns its own body: `{"message": ...}`.',
  429: 'The gateway may also return its own body, `{"message": "Too Many Requests"}`, when the whole service is overloaded.',
  500: 'The gateway may also return its own body, `{"message": "Internal Server Error"}`.',
  503: 'The gateway may also return its own body, `{"message": "Service Unavailable"}`.',
};

/** A status that the operation itself never returns. */
const gatewayOnly = (status: number): Json => ({
  description: gatewayAnswers[status],
  content: json(ref("schemas", "GatewayError"), { message: gatewayWords[status] }),
});

function example(op: Operation, code: ErrorCode, baseUrl: string) {
  const [field = "verbose"] = Object.keys((op.body ?? op.query)?.shape ?? {});
  const param = code.startsWith("parameter") ? field : null;
  return errorEnvelope({ code, message: errors[code][2], param }, baseUrl + brand.docsPath);
}

export const errorSchema: Json = {
  type: "object",
  description: "The body of every error.",
  properties: {
    error: {
      type: "object",
      properties: {
        type: { type: "string", description: "Category of the error.", examples: ["invalid_request_error"] },
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
    },
  },
  required: ["error"],
};

export const gatewayErrorSchema: Json = {
  type: "object",
  description: "The body of the few errors that the gateway returns before the service runs.",
  properties: { message: { type: "string", description: "Human-readable explanation." } },
  required: ["message"],
};
