import * as z from "zod/mini";

/**
 * Bounded free text, trimmed. Every string we keep has a bound: an item may not exceed DynamoDB's 400 KB. And it is one
 * line: control characters forge log lines and mail headers, and half a surrogate pair has no UTF-8 to be stored in.
 */
export const text = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(max),
      z.refine(isOneLine, "one line of plain characters, without line breaks or control characters"),
    );

const isOneLine = (value: string) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);

/** An email address as a person types it. 254 characters is SMTP's own bound (RFC 5321, 4.5.3.1.3). */
export const Email = z.string().check(z.trim(), z.maxLength(254), z.email());

/** The form under which two addresses are the same person's: trimmed, lower case. */
export const sameEmail = (email: string): string => email.trim().toLowerCase();

/** A lower-case slug of a gig platform, such as `doordash` or `uber_eats`. */
export const PlatformSlug = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_-]{1,31}$/, "a lower-case slug such as `doordash`"));

export const Instant = z.iso.datetime({ precision: 3 });

/** The same schema with a description, which the API's documents print. */
export const note = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  schema.check(z.describe(description)) as S;
