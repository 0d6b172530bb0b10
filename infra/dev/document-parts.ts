type Json = Record<string, unknown>;
export type OpenApi = { info: { title: string; version: string } & Json; paths: Json } & Json;

/** A change of a published document. A breaking change can stop a client that works today. */
export type DocumentChange = { isBreaking: boolean; text: string };
export const documentChange = (isBreaking: boolean, text: string): DocumentChange => ({ isBreaking, text });
export const breaking = (text: string): DocumentChange => documentChange(true, text);
export const addition = (text: string): DocumentChange => documentChange(false, text);

/** The component that a reference names; anything else as it is. */
export function follow(document: OpenApi, part: unknown): Json {
  const { $ref, ...rest } = (part ?? {}) as Json;
  if (typeof $ref !== "string") return rest;
  const steps = $ref.slice(2).split("/");
  return { ...(steps.reduce<unknown>((at, name) => (at as Json)[name], document) as Json), ...rest };
}

type Changes = DocumentChange | DocumentChange[];
type Reading = {
  removed: (name: string) => Changes;
  added: (name: string, is: Json) => Changes;
  kept?: (name: string, was: Json, is: Json) => Changes;
};

/** What became of the named parts of a document. */
export function partChanges(before: Json, after: Json, reading: Reading): DocumentChange[] {
  const { removed, added, kept = () => [] } = reading;
  return [
    ...Object.keys(before)
      .filter((name) => !Object.hasOwn(after, name))
      .flatMap(removed),
    ...Object.entries(after).flatMap(([name, is]) =>
      Object.hasOwn(before, name) ? kept(name, before[name] as Json, is as Json) : added(name, is as Json),
    ),
  ];
}
