type Json = Record<string, unknown>;
export type OpenApi = { info: { title: string; version: string } & Json; paths: Json } & Json;

/** A change of a published document. A breaking change can stop a client that works today. */
export type DocumentChange = { isBreaking: boolean; text: string };
export const breaking = (text: string): DocumentChange => ({ isBreaking: true, text });
export const addition = (text: string): DocumentChange => ({ isBreaking: false, text });

/** The component that a reference names; anything else as it is. */
export function follow(document: OpenApi, part: unknown): Json {
  const { $ref, ...rest } = (part ?? {}) as Json;
  if (typeof $ref !== "string") return rest;
  const steps = $ref.slice(2).split("/");
  return { ...(steps.reduce<unknown>((at, name) => (at as Json)[name], document) as Json), ...rest };
}
