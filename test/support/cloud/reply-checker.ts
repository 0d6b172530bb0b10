import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json, Reply } from "../../../infra/local/test/support/http.ts";

/** The gateway's own bodies. The document describes them in words only. */
const isGatewayAnswer = ({ json }: Reply) => json && Object.keys(json).join() === "message";

/** Throws if a reply does not match the document. */
export type ReplyCheck = (method: string, path: string, reply: Reply) => void;

/**
 * Checks replies against an OpenAPI document: it must describe the status and the error, the body must match
 * its schema, and the required headers must be present. Ignores paths that the document does not have. The
 * published schemas are open to later releases. This release must keep to their lists, so they are closed
 * here.
 */
export function replyChecker(published: Json): ReplyCheck {
  const document = closed(published);
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
    const [at = ""] = path.split("?");
    const template =
      at in document.paths ? at : Object.keys(document.paths).find((candidate) => fits(candidate, at));
    const operation =
      template && document.paths[template][(method === "HEAD" ? "GET" : method).toLowerCase()];
    if (!operation || isGatewayAnswer(reply)) return;

    const described = resolve(
      operation.responses[reply.status] ?? operation.responses[`${String(reply.status)[0]}XX`],
    );
    const place = `${method} ${template} -> ${reply.status}`;
    if (!described) throw new Error(`${place} is not in the OpenAPI document`);
    for (const [name, header] of Object.entries<Json>(described.headers ?? {})) {
      if (resolve(header).required && reply.headers[name] === undefined)
        throw new Error(`${place} lacks the header ${name}`);
    }
    const { schema, examples = {} } = described.content?.["application/json"] ?? {};
    const error = reply.json?.error;
    if (error) checkError(place, error, resolve(examples[error.code])?.value.error);
    if (method === "HEAD" || !schema || reply.json === undefined) return;
    const validate = validatorFor(place, resolve(schema));
    const { dry_run, ...body } = reply.json;
    if (!validate(reply.headers["dry-run"] === "true" && dry_run ? body : reply.json))
      throw new Error(`${place} breaks its schema: ${ajv.errorsText(validate.errors)}`);
  };
}

/** The document has an example of the error, and the example blames a parameter where the reply does. */
function checkError(place: string, { code, param }: Json, example: Json | undefined): void {
  // A random id with a slash leads to no route, so the reply is not the operation's.
  if (code === "route_not_found") return;
  if (!example) throw new Error(`${place} does not document the error ${code}`);
  // A rule of the body as a whole has no parameter.
  if (code === "parameter_invalid" && param === null) return;
  if ((param === null) !== (example.param === null))
    throw new Error(`${place}: ${code} names ${param}, but its example names ${example.param}`);
}

/** The document without room for later fields and values. An object that is open by design says so itself. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed) as Json;
  if (typeof node !== "object" || node === null) return node;
  const { "x-extensible-enum": values, ...rest } = node;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closed(value)])),
    ...(values && { enum: [rest.type].flat().includes("null") ? [...values, null] : values }),
    ...(rest.additionalProperties?.$ref?.endsWith("/Later") && { additionalProperties: false }),
  };
}

const pointer = (document: Json, ref: string) =>
  ref
    .slice(2)
    .split("/")
    .reduce((node, name) => node[name], document);

const inDocument = (schema: Json) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));

function fits(template: string, path: string): boolean {
  const parts = template.split("/");
  const segments = path.split("/");
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith("{") ? segments[i] !== "" : part === segments[i]))
  );
}
