import { listed } from "./text.ts";

export type ClientModel = {
  version: string;
  platform: ResourceModel[];
  agent: ResourceModel[];
  shapes: ShapeModel[];
  enums: EnumModel[];
  events: EventModel[];
  errors: ErrorModel[];
};

export type ClientClass = { name: string; doc: string; isKeyed: boolean; resources: ResourceModel[] };

export const clientClasses = ({ platform, agent }: ClientModel): ClientClass[] => [
  {
    name: "PlatformClient",
    doc: "The Platform API. It needs an API key.",
    isKeyed: true,
    resources: platform,
  },
  { name: "AgentClient", doc: "The Agent API. It needs no key.", isKeyed: false, resources: agent },
];

export type ResourceModel = { name: string; className: string; doc: string; methods: MethodModel[] };

export type MethodModel = {
  operation: string;
  name: string;
  doc: string;
  http: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  pathParams: { name: string; doc: string }[];
  params: ShapeModel | undefined;
  isBody: boolean;
  fixed: Record<string, string>;
  reply: ReplyModel;
  /**
   * `refused`: only after a 429, because a second request could have another effect. `gone`: always, and an
   * object that is missing after a lost answer is deleted.
   */
  retry: "always" | "gone" | "refused";
  /** A second method, which waits for a status of the object. It ends at a `final` one, which stays. */
  wait: { name: string; doc: string; status: TextModel; final: readonly string[] } | undefined;
  /** The place of the idempotency key: the header, or the header and the body's field of that name. */
  key: "none" | "header" | "body";
};

/**
 * Bytes have a media type only. `item` and `cursor`, the field of `starting_after`, are a list's. `start` is
 * the cursor before all objects, where a method follows a list.
 */
export type ReplyModel = {
  kind: "object" | "list" | "follow" | "bytes";
  shape: string;
  item: string;
  cursor: string;
  start: string;
  media: string;
};

export type ShapeModel = {
  name: string;
  doc: string;
  /** The type of an event is closed. */
  use: "request" | "reply" | "event";
  fields: FieldModel[];
};

export type FieldModel = {
  name: string;
  type: TypeModel;
  isRequired: boolean;
  isNullable: boolean;
  doc: string;
};

export type TextFormat = "instant" | "day";

/** An instant is RFC 3339 text, and a day is `YYYY-MM-DD`. `choice`: the type of several values. */
export type TextModel = { kind: "string"; values: readonly string[]; format?: TextFormat; choice?: string };

export type TypeModel =
  | TextModel
  | { kind: "integer" | "number" | "boolean" | "any" }
  | { kind: "list"; of: TypeModel }
  /** `hasNull`: a value may be null. */
  | { kind: "map"; of: TypeModel; hasNull: boolean }
  | { kind: "shape"; name: string };

/** The values that fields share. `place`: the first field with them, such as `Payment.status`. */
export type EnumModel = { name: string; values: readonly string[]; place: string };

export type EventModel = { type: string; shape: ShapeModel; data: string };

/** `key`: a status and a type, such as `409 idempotency_error`, or one of the two. 500: from 500 on. */
export type ErrorModel = { name: string; parent: string; key: string; doc: string };

export const textField = (
  name: string,
  values: readonly string[] = [],
  format: { format?: TextFormat } = {},
): FieldModel => ({
  name,
  type: { kind: "string", values, ...format },
  isRequired: true,
  isNullable: false,
  doc: "",
});

/** The text that a type is, or is a list or map of. */
export const textIn = (type: TypeModel): TextModel | undefined =>
  type.kind === "string" ? type : "of" in type ? textIn(type.of) : undefined;

/** The description of a reply's field, with today's values: more can appear. */
export function replyDoc({ doc, type }: FieldModel): string {
  const { values = [] } = textIn(type) ?? {};
  return [doc, values.length > 1 && `Today's values: ${listed(values)}.`].filter(Boolean).join(" ");
}

/** The base class of all errors is printed too, so that a type without a class of its own has one. */
export const className = (type: string): string =>
  type
    .split("_")
    .map((word) => (word === "api" ? "API" : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
