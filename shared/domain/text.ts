import * as z from "zod/mini";

/** Control characters and line breaks, and spaces, as classes that every regex engine reads. */
const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029";
const ANY_CONTROL = new RegExp(`[${CONTROL}]`);
const SPACE = "\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff";

/** Text without the characters of a class, which may begin with blanks and then has another character. */
const without = (excluded: string) => `^ *[^${excluded}${SPACE}][^${excluded}]*$`;

/**
 * Trimmed free text of bounded length, since an item may not exceed DynamoDB's 400 KB. One line only: control
 * characters could forge log lines and email headers, and an unpaired surrogate has no UTF-8 form.
 */
export const text = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(max),
      z.refine(isOneLine, "one line of text without control characters"),
    )
    .register(z.globalRegistry, { pattern: without(CONTROL) });

/** Invisible: they reorder the text around them or hide in it, so a name could show as another. */
const HIDDEN =
  "\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff";

/**
 * The name of a person or a company: text without format characters. Two of them, which join letters, are
 * part of words in many scripts. The published pattern has the usual ones, in a form that every regex engine
 * reads.
 */
export const nameText = (max: number) =>
  text(max)
    .check(z.refine((value) => !/(?![\u200c\u200d])\p{Cf}/u.test(value), "text without invisible characters"))
    .register(z.globalRegistry, { pattern: without(CONTROL + HIDDEN) });

const isOneLine = (value: string) => value.isWellFormed() && !ANY_CONTROL.test(value);

/** A lower-case slug of a gig platform, such as `doordash` or `uber_eats`. */
export const PlatformSlug = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_-]{1,31}$/, "a lowercase slug such as `doordash`"));

export const Instant = z.iso.datetime({ precision: 3 });

/**
 * Describes a schema for the OpenAPI documents. Clone a schema that has other uses: a check with the
 * description would make every schema twice, whenever a function starts.
 */
export function note<S extends z.ZodMiniType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description });
  return schema;
}

/** The form in which two addresses are compared: trimmed, lower case. */
export const sameEmail = (email: string): string => email.trim().toLowerCase();

/** An http or https URL in ASCII, as the documents publish it. */
export const WEB_URL_PATTERN = "^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$";
