import type { ClientModel, FieldModel, MethodModel, ResourceModel, ShapeModel } from "../model.ts";

export type SampleCall = {
  api: "platform" | "agent";
  resource: ResourceModel;
  method: MethodModel;
  path: readonly string[];
  fields: readonly SampleField[];
  shapes: ReadonlyMap<string, ShapeModel>;
};

export type SampleField = { field: FieldModel; value: unknown };

export type Sample = { frame: string; call: readonly string[] };

/** The program around lines, which take the place of `{{call}}`: its imports and its client. */
export type Frame = (api: SampleCall["api"], lines: readonly string[]) => string;

export const clientOf = (api: SampleCall["api"]): string =>
  api === "agent" ? "AgentClient" : "PlatformClient";

/** The classes that lines in TypeScript or Python need. */
export const importsOf = (api: SampleCall["api"], lines: readonly string[]): string =>
  [...(lines.join().match(/\b[A-Z]\w+Error\b/g) ?? []), clientOf(api)].sort().join(", ");

export function fieldsIn(shape: ShapeModel | undefined, value: object): SampleField[] {
  return Object.entries(value).map(([name, each]) => {
    const field = shape?.fields.find((field) => field.name === name);
    if (!field)
      throw new Error(`The example has ${name}, which ${shape?.name ?? "the method"} does not take.`);
    return { field, value: each };
  });
}

export const shapesOf = ({ shapes }: ClientModel): ReadonlyMap<string, ShapeModel> =>
  new Map(shapes.map((shape) => [shape.name, shape]));

export const replyName = ({ reply }: MethodModel): string => (reply.kind === "list" ? "page" : "reply");
