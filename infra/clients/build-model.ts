import * as z from "zod/mini";
import { agentApi, agentDescription } from "../../shared/contract/agent-api.ts";
import { errors } from "../../shared/contract/errors.ts";
import { type ApiDescription, type OpenApiDocument, openapi } from "../../shared/contract/openapi/openapi.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { platformApi, platformDescription } from "../../shared/contract/platform-api.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { nameChoices } from "./enums.ts";
import { clientMethods } from "./methods.ts";
import {
  type ClientModel,
  className,
  type ErrorModel,
  type EventModel,
  type FieldModel,
  type ResourceModel,
  type ShapeModel,
  textField,
} from "./model.ts";
import { ShapeReader, type ShapeSchema } from "./shapes.ts";
import { camel, listed, pascal } from "./text.ts";

/** Sections whose published name is not the word that the clients use for their objects. */
const resourceNames: Readonly<Record<string, string>> = { Payments: "payouts" };

export function buildModel(
  platform: readonly Operation[] = platformApi,
  agent: readonly Operation[] = agentApi,
): ClientModel {
  const shapes: ShapeModel[] = [];
  const platformResources = resourcesOf(platform, platformDescription, shapes, "");
  const agentResources = resourcesOf(agent, agentDescription, shapes, "Agent");
  const events = eventsOf(shapes);
  const methods = [...platformResources, ...agentResources].flatMap((resource) => resource.methods);
  const params = methods.flatMap((method) => method.params ?? []);
  const unique = withoutTwins(uniqueShapes(shapes), params).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    version: platformDescription.version,
    platform: platformResources,
    agent: agentResources,
    shapes: unique,
    enums: nameChoices(unique),
    events,
    errors: errorClasses(),
  };
}

const statusErrors: Readonly<Record<number, [name: string, type: string]>> = {
  401: ["AuthenticationError", "authentication_error"],
  403: ["PermissionError", "permission_error"],
  404: ["NotFoundError", "invalid_request_error"],
  409: ["ConflictError", "conflict_error"],
  429: ["RateLimitError", "rate_limit_error"],
  500: ["ServerError", "api_error"],
};

/** The classes of errors by status. Another type than the usual one has a class below that of its status. */
function errorClasses(): ErrorModel[] {
  const list = Object.entries(errors).map(([code, [exact, type]]) => {
    const status = Math.min(exact, 500);
    const [name, usual] = statusErrors[status] ?? ["ResponseError", ""];
    if (type === usual) return { name, parent: "ResponseError", key: `${status}`, code };
    const key = name === "ResponseError" ? type : `${status} ${type}`;
    return { name: className(type), parent: name, key, code };
  });
  const classes = [...Map.groupBy(list, ({ key }) => key).entries()].map(([key, [first, ...others]]) => {
    const { name = "", parent = "", code = "" } = first ?? {};
    const codes = [code, ...others.map((each) => each.code)];
    const which = /^\d+$/.test(key)
      ? `HTTP ${key}${key === "500" ? " and above" : ""}`
      : `type \`${key.split(" ").at(-1)}\``;
    return { name, parent, key, doc: `An error response of ${which}. Its codes today: ${listed(codes)}.` };
  });
  // A class follows its parent.
  return classes.sort((a, b) => Number(a.parent !== "ResponseError") - Number(b.parent !== "ResponseError"));
}

/** Two APIs can publish one component. Another shape of the same name would replace it without a trace. */
function uniqueShapes(shapes: readonly ShapeModel[]): ShapeModel[] {
  const first = new Map<string, ShapeModel>();
  for (const shape of shapes) {
    const other = first.get(shape.name) ?? shape;
    if (JSON.stringify(other) !== JSON.stringify(shape))
      throw new Error(`Two shapes are named ${shape.name}.`);
    first.set(shape.name, shape);
  }
  return [...first.values()];
}

/** An item of a request with the fields of another request has its type: a payout moves into a batch. */
function withoutTwins(shapes: readonly ShapeModel[], params: readonly ShapeModel[]): ShapeModel[] {
  const form = ({ fields }: ShapeModel) => JSON.stringify(fields.map(({ doc: _, ...field }) => field));
  return shapes.filter((shape) => {
    const isNested = shape.use === "request" && !params.includes(shape);
    const twin = params.find((each) => isNested && form(each) === form(shape));
    for (const { type } of twin ? shapes.flatMap(({ fields }) => fields) : []) {
      const of = "of" in type ? type.of : type;
      if (twin && of.kind === "shape" && of.name === shape.name) of.name = twin.name;
    }
    return twin === undefined;
  });
}

function resourcesOf(
  operations: readonly Operation[],
  description: ApiDescription,
  shapes: ShapeModel[],
  api: string,
): ResourceModel[] {
  const document = openapi(operations, description, "");
  const reader = readerOf(document);
  const sections = Map.groupBy(operations, ({ tag }) => tag);
  const resources = Object.entries(description.tags)
    .filter(([tag]) => sections.has(tag))
    .map(([tag, doc]) => {
      const name = camel(resourceNames[tag] ?? tag);
      const methods = (sections.get(tag) ?? []).flatMap((op) => clientMethods(op, document, reader, name));
      const names = methods.flatMap((each) => [each.name, ...(each.wait ? [each.wait.name] : [])]);
      const twice = names.find((each, i) => names.indexOf(each) !== i);
      if (twice) throw new Error(`The section ${tag} has two methods ${twice}.`);
      return { name, className: api + pascal(name), doc, methods };
    });
  shapes.push(...reader.shapes.values());
  return resources;
}

const readerOf = (document: OpenApiDocument) =>
  new ShapeReader((document.components as { schemas: Record<string, ShapeSchema> }).schemas);

function eventsOf(shapes: ShapeModel[]): EventModel[] {
  const components: Record<string, ShapeSchema> = {};
  const schemas = Object.entries(catalogue).map(([type, { data, meaning }]) => {
    const written = JSON.stringify(z.toJSONSchema(data)).replaceAll("#/$defs/", "#/components/schemas/");
    const { $defs, ...schema }: ShapeSchema & { $defs?: typeof components } = JSON.parse(written);
    Object.assign(components, $defs);
    return [type, meaning, schema] as const;
  });
  const reader = new ShapeReader(components);
  const events = schemas.map(([type, doc, schema]) => {
    const name = `${pascal(type)}Data`;
    reader.shape(name, { description: `The data of \`${type}\`. ${doc}`, ...schema }, "reply");
    const createdAt = textField("created_at", [], { format: "instant" });
    const data: FieldModel = { ...textField("data"), type: { kind: "shape", name } };
    const fields = [textField("id"), textField("type", [type]), createdAt, data];
    const shape: ShapeModel = { name: `${pascal(type)}Event`, doc, use: "event", fields };
    return { type, shape, data: name };
  });
  shapes.push(...reader.shapes.values());
  return events;
}
