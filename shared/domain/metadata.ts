import * as z from "zod/mini";
import { note } from "./text.ts";

const MOST_KEYS = 50;

const bounded = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((value) => value.isWellFormed(), "valid Unicode text"),
  );

/** Parsing would drop a `__proto__` key silently, so it is rejected. */
const refuseProto = z.transform((input: unknown, { issues }) => {
  if (typeof input === "object" && input !== null && Object.hasOwn(input, "__proto__"))
    issues.push({ code: "custom", path: ["__proto__"], message: "an entry with another name", input });
  return input;
});

/** A caller's own data on an object: stored and returned as sent, never interpreted. */
export const Metadata = note(
  z.pipe(
    refuseProto,
    z
      .record(bounded(40).check(z.minLength(1)), bounded(500))
      .check(
        z.refine(
          (metadata) => Object.keys(metadata).length <= MOST_KEYS,
          `an object with at most ${MOST_KEYS} keys`,
        ),
      ),
  ),
  "Up to 50 key-value pairs of your own: keys up to 40 characters, values up to 500.",
);
