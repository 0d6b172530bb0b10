import * as z from "zod/mini";
import { note, text } from "./text.ts";

const MOST_KEYS = 50;

/** A partner's own notes on an object: kept and returned as given, never read by us. */
export const Metadata = note(
  z
    .record(
      text(40),
      z.string().check(
        z.maxLength(500),
        z.refine((value) => value.isWellFormed(), "a text without half a surrogate pair"),
      ),
    )
    .check(
      z.refine(
        (metadata) => Object.keys(metadata).length <= MOST_KEYS,
        `an object of at most ${MOST_KEYS} keys`,
      ),
    ),
  "Your own notes: at most 50 keys of at most 40 characters, each a text of at most 500.",
);
