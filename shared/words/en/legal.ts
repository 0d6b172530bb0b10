/** The page shows `englishOnly` before a legal text that has no translation. */
export const enLegal = { englishOnly: "" };
export type LegalWords = typeof enLegal;
