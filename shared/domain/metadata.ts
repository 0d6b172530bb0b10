import * as z from "zod/mini";
import { note } from "./text.ts";

const MOST_KEYS = 50;

const bounded = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((value) => value.isWellFormed(), "a text without half a surrogate pair"),
  );

/** Parsing would leave it out without a word: no object of ours can hold it as a field. */
const refuseProto = z.transform((input: unknown, { issues }) => {
  if (typeof input === "object" && input !== null && Object.hasOwn(input, "__proto__"))
    issues.push({ code: "custom", path: ["__proto__"], message: "under another name", input });
  return input;
});

/** A partner's own notes on an object: kept and returned as given, never read by us. */
export const Metadata = note(
  z.pipe(
    refuseProto,
    z
      .record(bounded(40).check(z.minLength(1)), bounded(500))
      .check(
        z.refine(
          (metadata) => Object.keys(metadata).length <= MOST_KEYS,
          `an object of at most ${MOST_KEYS} keys`,
        ),
      ),
  ),
  "Your own notes: at most 50 keys of at most 40 characters, each a text of at most 500.",
);
