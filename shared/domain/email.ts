import * as z from "zod/mini";

/**
 * An email address as a person types it. 254 characters is SMTP's own bound (RFC 5321, 4.5.3.1.3), 63 that of
 * each part of a domain name (RFC 1035, 2.3.4).
 */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254),
    z.email({ abort: true }),
    z.refine(
      (email) => SHORT_LABELS.test(email),
      "an email address whose domain has parts of at most 63 characters",
    ),
  )
  .register(z.globalRegistry, {
    // The two rules above in one, in a form that every regex engine reads.
    "x-published": {
      type: "string",
      pattern:
        "^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]{0,62}\\.)+[A-Za-z]{2,63}$",
    },
  });
const SHORT_LABELS = /@([^.]{1,63}\.)+[^.]{1,63}$/;
