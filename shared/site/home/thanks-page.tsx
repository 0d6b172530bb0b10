import type { Language } from "../../domain/text/language.ts";
import { homeWords } from "../../words/words.ts";
import { htmlResult } from "../../pages/layout/layout.tsx";
import { NextSteps, Sign } from "../../pages/layout/outcome.tsx";

export const thanksPage = (language: Language) => {
  const { title, body, steps, check } = homeWords[language].thanks;
  return htmlResult(
    200,
    title,
    <>
      <p>{body}</p>
      <NextSteps language={language} steps={steps} />
      <p>
        <a class="button" href="/#check">
          {check}
        </a>
      </p>
    </>,
    { maxAge: 300, language, sign: <Sign is="done" /> },
  );
};
