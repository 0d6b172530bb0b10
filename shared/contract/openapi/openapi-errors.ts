import { brand } from "../../domain/brand.ts";
import { type ErrorCode, errorEnvelope, errors } from "../errors.ts";
import { errorsOf, type Operation } from "../operation.ts";
import { headerRefs, type Json, json, ref } from "./openapi-schemas.ts";

/** The error replies of an operation by status, each with an example of every code it may carry. */
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

/** What some statuses carry besides. A 401 says nothing of limits: nobody knows whose they would be. */
const ofStatus: Record<number, string[]> = { 401: ["www-authenticate"], 429: ["retry-after"] };

/** What the gateway may answer whatever is asked: it is flooded, or does not reach our code. */
const gatewayWords: Record<number, string> = { 429: "Too Many Requests", 503: "Service Unavailable" };

/** The gateway's own answers have its fixed body: they never reach our code. */
const gatewayAnswers: Record<number, string> = {
  400: 'A path whose percent-encoding is broken is refused by the gateway, with a body of its own: `{"message": "Bad Request"}`.',
  413: 'Bodies over 10 MB are refused by the gateway, with a body of its own: `{"message": ...}`.',
  429: 'The gateway may also refuse with its own body, `{"message": "Too Many Requests"}`, when the whole service is flooded.',
  500: 'The gateway may also answer with its own body, `{"message": "Internal Server Error"}`.',
  503: 'The gateway may also answer with its own body, `{"message": "Service Unavailable"}`.',
};

/** Of a status that the operation itself never answers. */
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
        type: { type: "string", description: "The error's class.", examples: ["invalid_request_error"] },
        code: {
          type: "string",
          description: "What went wrong, for programs.",
          "x-extensible-enum": Object.keys(errors),
        },
        message: { type: "string", description: "What went wrong, for people." },
        param: { type: ["string", "null"], description: "The parameter to blame, where there is one." },
        doc_url: { type: "string", format: "uri", description: "A page that explains the code." },
      },
      required: ["type", "code", "message", "param", "doc_url"],
    },
  },
  required: ["error"],
};

export const gatewayErrorSchema: Json = {
  type: "object",
  description: "The body of the few errors that the gateway answers before the service is asked.",
  properties: { message: { type: "string", description: "What went wrong, for people." } },
  required: ["message"],
};
