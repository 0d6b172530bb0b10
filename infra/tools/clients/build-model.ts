import * as z from "zod/mini";
import { agentApi, agentDescription } from "../../../shared/contract/agent-api.ts";
import { errors } from "../../../shared/contract/errors.ts";
import {
  type ApiDescription,
  type OpenApiDocument,
  openapi,
} from "../../../shared/contract/openapi/openapi.ts";
import type { Operation } from "../../../shared/contract/operation.ts";
import { platformApi, platformDescription } from "../../../shared/contract/platform-api.ts";
import { catalogue } from "../../../shared/domain/event/event-catalogue.ts";
import { clientMethods } from "./methods.ts";
import { type ClientModel, type EventModel, type ResourceModel, type ShapeModel, waitName } from "./model.ts";
import { ShapeReader, type ShapeSchema } from "./shapes.ts";
import { camel, pascal } from "./text.ts";

/** Sections whose published name is not the word that the clients use for their objects. */
const resourceNames: Readonly<Record<string, string>> = { Payments: "payouts" };

/** Reads the operation records, through the OpenAPI documents that are printed from them, and the events. */
export function buildModel(
  platform: readonly Operation[] = platformApi,
  agent: readonly Operation[] = agentApi,
): ClientModel {
  const shapes: ShapeModel[] = [];
  const [platformResources, agentResources] = [
    resourcesOf(platform, platformDescription, shapes),
    resourcesOf(agent, agentDescription, shapes),
  ];
  const events = eventsOf(shapes);
  assertUnique(shapes);
  const types = Map.groupBy(Object.entries(errors), ([, [, type]]) => type);
  return {
    version: platformDescription.version,
    platform: platformResources,
    agent: agentResources,
    shapes: unique(shapes).sort((a, b) => (a.name < b.name ? -1 : 1)),
    events,
    errors: [...types].map(([type, codes]) => ({ type, codes: codes.map(([code]) => code) })),
  };
}

const unique = (shapes: readonly ShapeModel[]): ShapeModel[] => [
  ...new Map(shapes.map((shape) => [shape.name, shape])).values(),
];

/** Two APIs can publish one component. Another shape of the same name would replace it without a trace. */
function assertUnique(shapes: readonly ShapeModel[]): void {
  const first = new Map<string, ShapeModel>();
  for (const shape of shapes) {
    const other = first.get(shape.name) ?? shape;
    if (JSON.stringify(other) !== JSON.stringify(shape))
      throw new Error(`Two shapes are named ${shape.name}.`);
    first.set(shape.name, shape);
  }
}

function resourcesOf(
  operations: readonly Operation[],
  description: ApiDescription,
  shapes: ShapeModel[],
): ResourceModel[] {
  const document = openapi(operations, description, "");
  const reader = readerOf(document);
  const sections = Map.groupBy(operations, ({ tag }) => tag);
  const resources = Object.entries(description.tags)
    .filter(([tag]) => sections.has(tag))
    .map(([tag, doc]) => {
      const name = camel(resourceNames[tag] ?? tag);
      const methods = (sections.get(tag) ?? []).flatMap((op) => clientMethods(op, document, reader, name));
      const names = methods.flatMap((each) =>
        each.statuses.length ? [each.name, waitName(each)] : [each.name],
      );
      const twice = names.find((each, i) => names.indexOf(each) !== i);
      if (twice) throw new Error(`The section ${tag} has two methods ${twice}.`);
      return { name, doc, methods };
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
    return { type, doc, shape: name };
  });
  shapes.push(...reader.shapes.values());
  return events;
}
