import * as z from "zod/mini";

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
    );

const isOneLine = (value: string) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);

/** An email address as a person types it. 254 characters is SMTP's own bound (RFC 5321, 4.5.3.1.3). */
export const Email = z.string().check(z.trim(), z.maxLength(254), z.email());

/** The form in which two addresses are compared: trimmed, lower case. */
export const sameEmail = (email: string): string => email.trim().toLowerCase();

/** A lower-case slug of a gig platform, such as `doordash` or `uber_eats`. */
export const PlatformSlug = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_-]{1,31}$/, "a lowercase slug such as `doordash`"));

export const Instant = z.iso.datetime({ precision: 3 });

/** The same schema with a description, which the OpenAPI documents print. */
export const note = <S extends z.ZodMiniType>(schema: S, description: string): S =>
  schema.check(z.describe(description)) as S;
