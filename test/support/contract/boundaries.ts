import fc from "fast-check";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { follow } from "./openapi.ts";

/** A value that fits a schema of a request. */
export function sampleOf(document: Json, example: Json): Json {
  const schema = follow(document, example);
  const { type, enum: values, pattern, format, minimum, examples, items, properties, required = [] } = schema;
  if (values) return values[0];
  if (examples) return examples[0];
  if (format === "date") return "2026-07-01";
  if (format === "date-time") return "2026-07-01T09:30:00Z";
  if (format === "email") return "ana@example.com";
  if (format === "uri") return "https://example.com/a";
  const [kind] = [type].flat();
  if (kind === "array") return [sampleOf(document, items)];
  if (kind === "object")
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([name]) => required.includes(name) || !schema.additionalProperties)
        .map(([name, each]) => [name, sampleOf(document, each)]),
    );
  if (kind === "boolean") return true;
  if (kind !== "string") return minimum ?? 1;
  const fitting = fc.stringMatching(new RegExp(pattern ?? "^a$")).filter((text) => /^[!-~]+$/.test(text));
  return fc.sample(fitting, { numRuns: 1, seed: 1 })[0];
}

/** Control characters, direction marks and other invisible characters, and some that patterns leave out. */
const ODD = [..."\0\n\u0085\u2028\u202e\u200e\u200b\ufeff\u00ad", ..."-.@_0aAzé 😀"];
/** A blank at an end is trimmed, which no document says. */
const isTrimmed = (text: string) => text !== text.trim();

const repeated = (text: string, count: number) => text.repeat(Math.max(0, count));

/** Texts of all lengths around a sample's and around the limits, and with an odd character at each place. */
function textsNear(schema: Json, sample: string): string[] {
  const { minLength = 0, maxLength = 100 } = schema;
  const last = [...sample].at(-1) ?? "a";
  const lengths = [minLength - 1, minLength, maxLength - 1, maxLength, maxLength + 1, 5_000];
  const around = Array.from({ length: sample.length + 80 }, (_, i) => i);
  const ends = [...lengths, ...around].map((length) =>
    length <= sample.length
      ? sample.slice(0, Math.max(0, length))
      : sample + repeated(last, length - sample.length),
  );
  const starts = [...lengths, ...around].map((length) => repeated("a", length - sample.length) + sample);
  const inside = ODD.flatMap((odd) =>
    Array.from({ length: sample.length + 1 }, (_, i) => sample.slice(0, i) + odd + sample.slice(i)),
  );
  const wide = [maxLength, maxLength + 1].map((length) => repeated("😀", length));
  const other = (schema.enum ?? []).flatMap((value: Json) => [value, `${value}x`, `${value}`.toUpperCase()]);
  // Blanks at an end count, although they are trimmed.
  const padded = schema.maxLength ? [` ${repeated("a", maxLength)}`, `${repeated("a", maxLength)} `] : [];
  const others = [...ends, ...starts, ...inside, ...wide, ...other].filter((text) => !isTrimmed(text));
  return [...new Set([...padded, ...others])];
}

function numbersNear(schema: Json): number[] {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const limits = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter(
    (limit) => limit !== undefined,
  );
  const steps = [0, 0.01, -0.01, 1, -1];
  const round = (value: number) => Number(value.toPrecision(12));
  const near = [...limits, 7, 0, -1, 100, 1e15].flatMap((limit) => steps.map((step) => round(limit + step)));
  // Cents that are no multiples of a hundredth in floating point, and fractions.
  const cents = Array.from({ length: 1_000 }, (_, i) => (i * 997 + 41) / 100);
  return [...near, ...(type === "number" ? cents : []), 1.5, 1.001, 1.00000001, 41_000.12, 99_999.99];
}

const OF_OTHER_TYPES: Json[] = [null, true, 7, "", "7", [], {}, [[]], [{}]];

/** Values at and around the limits of a schema, and far beyond, which the service may not limit either. */
export function valuesNear(document: Json, example: Json, sample: Json): Json[] {
  const schema = follow(document, example);
  return [
    ...OF_OTHER_TYPES,
    ...[schema.type].flat().flatMap((type) => nearOf(document, schema, type, sample)),
  ];
}

function nearOf(document: Json, schema: Json, type: string, sample: Json): Json[] {
  if (type === "string") return textsNear(schema, String(sample));
  if (type === "number" || type === "integer") return numbersNear(schema);
  if (type === "array") {
    const entries = schema.items.enum ?? [sample[0]];
    const many = (count: number) => Array.from({ length: count }, (_, i) => entries[i % entries.length]);
    const lengths = [0, 1, 2, schema.maxItems ?? 100, (schema.maxItems ?? 100) + 1];
    const single = valuesNear(document, schema.items, sample[0]).map((value) => [value]);
    return [...lengths.map(many), ...single, [sample[0], sample[0]]];
  }
  if (type !== "object") return [];
  if (!schema.properties) return mapsNear(document, schema);
  return Object.entries<Json>(schema.properties).flatMap(([name, each]) => {
    const inner = sample[name] ?? sampleOf(document, each);
    return valuesNear(document, each, inner).map((value) => ({ ...sample, [name]: value }));
  });
}

function mapsNear(document: Json, { propertyNames, additionalProperties, maxProperties = 45 }: Json): Json[] {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));
  const names = textsNear(propertyNames, "team").map((name) => ({ [name]: "v" }));
  const values = valuesNear(document, additionalProperties, "north").map((value) => ({ team: value }));
  return [pairs(maxProperties), pairs(maxProperties + 1), ...names, ...values];
}
