import * as z from "zod/mini";
import { note } from "../domain/text/text.ts";
import { found } from "./replies.ts";

const MAX = 100;
const USUAL = 10;

const PageLimit = z._default(
  z.pipe(
    z
      .string()
      .check(z.regex(/^(?:[1-9]\d?|100)$/, `a whole number from 1 to ${MAX}`))
      .register(z.globalRegistry, {
        description: `Number of objects to return, 1 to ${MAX}.`,
        "x-published": { type: "integer", minimum: 1, maximum: MAX, default: USUAL },
      }),
    z.transform(Number),
  ),
  USUAL,
);

export const paging = <S extends z.ZodMiniType>(id: S) => ({
  limit: PageLimit,
  starting_after: z.optional(note(z.clone(id), "After this one.")),
  ending_before: z.optional(note(z.clone(id), "Before this one, 30 s old.")),
});

export const listOf = <S extends z.ZodMiniType>(id: string, entry: S) =>
  z
    .object({
      object: z.literal("list"),
      data: z.array(entry),
      has_more: note(z.boolean(), "Whether more follow."),
      total_count: note(z.int(), "How many match."),
    })
    .register(z.globalRegistry, { id });

export const foundList = <S extends z.ZodMiniType>(
  id: string,
  description: string,
  entry: S,
  example: object,
) =>
  found(description, listOf(id, entry), {
    object: "list",
    data: [example],
    has_more: false,
    total_count: 1,
  });

const AN_INSTANT = "a timestamp such as 2026-11-21T09:30:00Z";
/** A plus in a query means a blank. */
const PLUS_AS_BLANK = /T\d\d[\d:.]{0,30} \d\d:\d\d$/;
const WRITE_PLUS = "In a query, write the + of an offset as %2B";

/** An instant of a request: any offset, any precision, and `t` and `z` too (RFC 3339, 5.6). */
export const GivenInstant = z
  .string()
  .check(
    z.toUpperCase(),
    z.regex(z.regexes.datetime({ offset: true }), {
      error: ({ input }) => (PLUS_AS_BLANK.test(`${input}`) ? `${AN_INSTANT}. ${WRITE_PLUS}` : AN_INSTANT),
    }),
  )
  .register(z.globalRegistry, { "x-published": { type: "string", format: "date-time" } });
