export type Verifier = { language: string; label: string; code: string };

const { verifiers: text = "" }: Record<string, string> = JSON.parse(DOCS_TEXTS);

/** The code of `text/verifiers.md`. Tests run each one if its language is installed. */
export const verifiers: readonly Verifier[] = [...text.matchAll(/^```(\w+) (\w+)\n(.*?)\n```$/gms)].map(
  ([, language = "", label = "", code = ""]) => ({ language, label, code }),
);
