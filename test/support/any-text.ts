import fc from "fast-check";

const HALVES = 0xd800;
const HOW_MANY = 0x800;

/** Any character, as fast-check's unit `binary` has it, which takes half a second to set up: no half of a pair is one. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - HOW_MANY })
  .map((n) => String.fromCodePoint(n < HALVES ? n : n + HOW_MANY));
