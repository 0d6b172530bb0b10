import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json, Reply } from "../../../infra/local/test/support/http.ts";

/** The gateway's own bodies. The document describes them in words only. */
const isGatewayAnswer = ({ json }: Reply) => json && Object.keys(json).join() === "message";

/** Throws if a reply does not match the document. */
export type ReplyCheck = (method: string, path: string, reply: Reply) => void;

/**
 * Checks replies against an OpenAPI document: it must describe the status, the body must match its schema,
 * and the required headers must be present. Ignores paths that the document does not have.
 */
export function replyChecker(document: Json): ReplyCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, "document");
  const compiled = new Map<string, ValidateFunction>();
  const validatorFor = (place: string, schema: Json): ValidateFunction => {
    const validate = compiled.get(place) ?? ajv.compile(inDocument(schema));
    compiled.set(place, validate);
    return validate;
  };
  const resolve = (node: Json): Json => (node?.$ref ? pointer(document, node.$ref) : node);

  return (method, path, reply) => {
    const template = Object.keys(document.paths).find((candidate) =>
      fits(candidate, path.split("?")[0] ?? ""),
    );
    const operation =
      template && document.paths[template][(method === "HEAD" ? "GET" : method).toLowerCase()];
    if (!operation || isGatewayAnswer(reply)) return;

    const described = operation.responses[reply.status];
    const place = `${method} ${template} -> ${reply.status}`;
    if (!described) throw new Error(`${place} is not in the OpenAPI document`);
    for (const [name, header] of Object.entries<Json>(described.headers ?? {})) {
      if (resolve(header).required && reply.headers[name] === undefined)
        throw new Error(`${place} lacks the header ${name}`);
    }
    const schema = described.content?.["application/json"]?.schema;
    if (method === "HEAD" || !schema || reply.json === undefined) return;
    const validate = validatorFor(place, resolve(schema));
    if (!validate(reply.json))
      throw new Error(`${place} breaks its schema: ${ajv.errorsText(validate.errors)}`);
  };
}

const pointer = (document: Json, ref: string) =>
  ref
    .slice(2)
    .split("/")
    .reduce((node, name) => node[name], document);

const inDocument = (schema: Json) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));

function fits(template: string, path: string): boolean {
  const [parts, segments] = [template.split("/"), path.split("/")];
  return (
    parts.length === segments.length && parts.every((part, i) => part.startsWith("{") || part === segments[i])
  );
}
