import type { LegalWords } from "../en/legal.ts";

export const esLegal: LegalWords = {
  englishOnly: "El siguiente texto legal solo está disponible en inglés.",
};
