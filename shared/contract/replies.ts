import * as z from "zod/mini";
import { component, note } from "../domain/text.ts";
import type { Reply } from "./operation.ts";

const replyNamed =
  <const Name extends string, const Status extends Reply["status"]>(name: Name, status: Status) =>
  <Schema extends z.ZodMiniType, Example>(description: string, schema: Schema, example: Example) =>
    ({ [name]: { status, description, schema, example } }) as {
      [_ in Name]: { status: Status; description: string; schema: Schema; example: Example };
    };

export const found = replyNamed("found", 200);
export const created = replyNamed("created", 201);
export const updated = replyNamed("updated", 200);
export const deleted = replyNamed("deleted", 200);
export const accepted = replyNamed("accepted", 202);
export const canceled = replyNamed("canceled", 200);
export const done = replyNamed("done", 200);
export const emitted = replyNamed("emitted", 200);
export const estimated = replyNamed("estimated", 200);
export const funded = replyNamed("funded", 201);
export const joined = replyNamed("joined", 200);
export const moved = replyNamed("moved", 200);
export const ready = replyNamed("ready", 200);
export const rotated = replyNamed("rotated", 200);
export const settled = replyNamed("settled", 200);
export const synced = replyNamed("synced", 200);

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
