import * as z from "zod/mini";

/** An `atom` of RFC 5322 (3.2.3) without `?`, which a mail server may read as an encoded word (RFC 2047). */
const ATOM = "[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+";
/** A part of a domain name has at most 63 characters (RFC 1035, 2.3.4). */
const LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
/** A name in another script is written as `xn--...` (RFC 5890, 2.3.2.1). */
const TOP_LABEL = "([A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])";

/** In a form that every regex engine reads. */
const EMAIL_PATTERN = `^${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${TOP_LABEL}$`;

/** Without quoted names. 64 characters before the @ and 254 in all (RFC 5321, 4.5.3.1). */
export const Email = z
  .string()
  .check(
    z.maxLength(254),
    z.trim(),
    z.regex(new RegExp(EMAIL_PATTERN), "an email address"),
    // No pattern without lookahead says this too. The format `email` does.
    z.refine((email) => email.indexOf("@") <= 64, "an email address with at most 64 characters before the @"),
  )
  .register(z.globalRegistry, {
    "x-published": {
      type: "string",
      format: "email",
      pattern: EMAIL_PATTERN,
    },
  });

/** The address of the examples, with which every company tests. */
export const EXAMPLE_EMAIL = "ana@example.com";
