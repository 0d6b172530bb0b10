import * as z from "zod/mini";

/**
 * Characters that no text has: control characters and line breaks could forge log lines and headers;
 * direction marks and invisible ones could show a name as another. Two joiners belong to words of many
 * scripts.
 */
const CONTROL = "\\x00-\\x1f\\x7f-\\x9f";
const HIDDEN = "\\xad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff";
/** The same characters and blanks. */
const EMPTY =
  "\\x00- \\x7f-\\xa0\\xad\\u061c\\u1680\\u2000-\\u200b\\u200e\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff";

const ANY_CONTROL = new RegExp(`[${CONTROL}\\u2028\\u2029]`);
/** The last ones repeat ASCII invisibly. No pattern that every engine reads can name them. */
const ANY_HIDDEN = new RegExp(`[${HIDDEN}\\u180e\\u{e0000}-\\u{e007f}]`, "u");

/** The published pattern of a line that may be empty. */
export const LINE_PATTERN = `^[^${CONTROL}${HIDDEN}]*$`;

const isOneLine = (value: string) => value.isWellFormed() && !ANY_CONTROL.test(value);

/** An item may not exceed DynamoDB's 400 KB. */
const atMost = (max: number) =>
  z.check<string>(({ value, issues }) => {
    // A character outside of the basic plane is two units, and one character for JSON Schema and for people.
    if (value.length <= max || [...value].length <= max) return;
    issues.push({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: value });
  });

const lineRules = [
  z.refine<string>(isOneLine, "one line of text without control characters"),
  z.refine<string>(
    (value) => !ANY_HIDDEN.test(value),
    "text without direction marks and invisible characters",
  ),
];

/** A line of text, as sent. It may be empty. */
export const line = (max: number) => z.string().check(atMost(max), ...lineRules);

/**
 * Trimmed free text of bounded length, such as a name or a description: the one rule for all of them. Its
 * characters are counted as sent, as a JSON Schema counts them.
 *
 * @example
 * text(10).parse(" Ana "); // => "Ana"
 * text(3).safeParse("Anaïs").success; // => false
 */
export const text = (max: number) =>
  z
    .string()
    .check(atMost(max), z.trim(), z.minLength(1), ...lineRules)
    .register(z.globalRegistry, { maxLength: max, pattern: `^ *[^${EMPTY}][^${CONTROL}${HIDDEN}]*$` });

/** A lower-case slug of a gig platform, such as `doordash` or `uber_eats`. */
export const PlatformSlug = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_-]{1,31}$/, "a lowercase slug such as `doordash`"));

export const Instant = z.iso.datetime({ precision: 3 });

/** A boolean of a query: `true` or `false`. */
export const booleanText = (description: string, usual: boolean) =>
  z._default(
    z.pipe(
      z
        .string()
        .check(z.regex(/^(true|false)$/, "`true` or `false`"))
        .register(z.globalRegistry, { description, "x-published": { type: "boolean", default: usual } }),
      z.transform((text) => text === "true"),
    ),
    usual,
  );

/**
 * Describes a schema for the OpenAPI documents. Clone a schema that has other uses: a check with the
 * description would make every schema twice, whenever a function starts.
 *
 * @example
 * const City = note(text(60), "The city of the address.");
 * z.globalRegistry.get(City).description; // => "The city of the address."
 */
export function note<S extends z.ZodMiniType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description });
  return schema;
}

/** The body of a change. */
export function notEmpty<S extends z.ZodMiniObject>(schema: S): S {
  const checked = schema.check(
    z.refine((fields) => Object.keys(fields).length > 0, "an object with at least one field"),
  );
  z.globalRegistry.add(checked, { minProperties: 1 });
  return checked;
}

export const component = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  z.object(shape).register(z.globalRegistry, { id });

/**
 * The form in which two addresses are compared: trimmed, lower case.
 *
 * @example
 * sameEmail(" Ana@Example.com"); // => "ana@example.com"
 */
export const sameEmail = (email: string): string => email.trim().toLowerCase();

/** An http or https URL in ASCII, as the documents publish it. */
export const WEB_URL_PATTERN = "^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$";
