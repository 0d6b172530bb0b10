/** What the printers of all languages read. It has no name that is valid in one language only. */
export type ClientModel = {
  version: string;
  platform: ResourceModel[];
  agent: ResourceModel[];
  shapes: ShapeModel[];
  events: EventModel[];
  errors: ErrorModel[];
};

/** A section of an API: an object of the client with a method for each operation. */
export type ResourceModel = { name: string; doc: string; methods: MethodModel[] };

export type MethodModel = {
  /** The operationId. Several methods can call one operation. */
  operation: string;
  name: string;
  doc: string;
  http: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  pathParams: { name: string; doc: string }[];
  /** The shape of the query or the body. */
  params: ShapeModel | undefined;
  isBody: boolean;
  /** Query fields with a fixed value. */
  fixed: Record<string, string>;
  reply: ReplyModel;
  /**
   * `always` repeats the request after every failure that may pass. `refused` repeats it only after a 429: it
   * has no idempotency key, so a second request could have a second effect.
   */
  retry: "always" | "refused";
  /** The statuses that a second method can wait for. Empty: it has no such method. */
  statuses: readonly string[];
  /** The place of the idempotency key: the header, or the header and the body's field of that name. */
  key: "none" | "header" | "body";
};

/** The method that waits for a status of the object that `method` reads. */
export const waitName = ({ name }: MethodModel): string =>
  `waitFor${name.replace(/^get/, "").replace(/Status$/, "")}Status`;

export type ReplyModel =
  | { kind: "object"; shape: string }
  | { kind: "list"; shape: string; item: string; isPaged: boolean }
  | { kind: "bytes"; media: string };

/** An object of requests or replies. Replies are open: unknown fields and values can appear. */
export type ShapeModel = {
  name: string;
  doc: string;
  use: "request" | "reply";
  fields: FieldModel[];
};

export type FieldModel = {
  name: string;
  type: TypeModel;
  isRequired: boolean;
  isNullable: boolean;
  doc: string;
};

export type TypeModel =
  | { kind: "string"; values: readonly string[] }
  | { kind: "integer" | "number" | "boolean" | "any" }
  | { kind: "list"; of: TypeModel }
  /** `hasNull`: a value may be null. */
  | { kind: "map"; of: TypeModel; hasNull: boolean }
  | { kind: "shape"; name: string };

export type EventModel = { type: string; doc: string; shape: string };

type ErrorModel = { type: string; codes: string[] };

/** The base class of all errors is printed too, so that a type without a class of its own has one. */
export const className = (type: string): string =>
  type
    .split("_")
    .map((word) => (word === "api" ? "API" : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
