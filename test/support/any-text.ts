import fc from "fast-check";

/** Any code point, a lone half of a pair included. fast-check's own units of such texts take half a second to set up. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
