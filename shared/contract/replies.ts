import * as z from "zod/mini";
import { component, note } from "../domain/text/text.ts";
import type { Reply } from "./operation.ts";

export const replyNamed =
  <const Name extends string, const Status extends Reply["status"]>(name: Name, status: Status) =>
  <Schema extends z.ZodMiniType, Example>(description: string, schema: Schema, example: Example) =>
    ({ [name]: { status, description, schema, example } }) as {
      [_ in Name]: { status: Status; description: string; schema: Schema; example: Example };
    };

export const found = /* @__PURE__ */ replyNamed("found", 200);
export const created = /* @__PURE__ */ replyNamed("created", 201);
export const updated = /* @__PURE__ */ replyNamed("updated", 200);
export const deleted = /* @__PURE__ */ replyNamed("deleted", 200);
export const accepted = /* @__PURE__ */ replyNamed("accepted", 202);

/** The reply of an operation that deletes an object: its id and type, with a mark. */
export const deletedObject = <const Type extends string>(
  schema: string,
  type: Type,
  what: string,
  id: string,
) =>
  deleted(
    `The ${what} was deleted.`,
    component(schema, {
      id: note(z.string(), `The ${what}'s id.`),
      object: z.literal(type),
      deleted: z.literal(true),
    }),
    { id, object: type, deleted: true },
  );
