import * as z from "zod/mini";
import { type Operation, operationId, pathCovers } from "../../../../shared/contract/operation.ts";
import { operations } from "../../../../shared/contract/service.ts";
import type { Recorded } from "./recorder.ts";

const records: ReadonlyMap<string, Operation> = new Map(operations.map((op) => [operationId(op.name), op]));

export const isOperation = (name: string): boolean => records.has(name);

/** What a sample of an operation did wrong: another request, an error, or a reply of another shape. */
export function mistakeIn(name: string, recorded: readonly Recorded[], printed: string): string | undefined {
  const op = records.get(name);
  const last = recorded.at(-1);
  if (!op || !last) return `${name}: no request arrived`;
  const { method, path, reply } = last;
  const at = `${name}: ${method} ${path} returned ${reply.status}`;
  const [pathname = ""] = path.split("?");
  if (method !== op.method || !pathCovers(op.path, pathname)) return `${at}, not ${op.method} ${op.path}`;
  const documented = Object.values(op.replies).find(({ status }) => status === reply.status);
  if (!documented) return `${at}: ${reply.text}`;
  const { error } = z.safeParse(documented.schema, reply.json);
  if (error) return `${at} in another shape: ${error.message}`;
  const { id = "" } = reply.json;
  return printed.includes(id) && printed.trim() !== ""
    ? undefined
    : `${at}, and the sample printed ${printed}`;
}
