import { brand } from "../../domain/brand/brand.ts";
import type { Language } from "../../domain/text/language.ts";
import { layoutWords } from "../../words/words.ts";
import { Rich } from "./rich.tsx";

/** The sign above the heading of a page that reports an outcome. The heading says the same in words. */
export const Sign = ({ is }: { is: "done" | "stopped" | "sent" }) => (
  <svg class={`sign ${is}`} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <circle cx="24" cy="24" r="22" />
    <path d={SHAPES[is]} />
  </svg>
);

const SHAPES = {
  done: "M14 25l7 7 14-15",
  stopped: "M16 24h16",
  sent: "M12 17h24v15H12zl12 9 12-9",
};

export const NextSteps = ({ language, steps }: { language: Language; steps: readonly string[] }) => (
  <section class="part next">
    <h2>{layoutWords[language].next}</h2>
    <ul>
      {steps.map((step) => (
        <li key={step}>
          <Rich text={step} />
        </li>
      ))}
    </ul>
  </section>
);

export const Support = () => <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;

export const Questions = ({ language }: { language: Language }) => (
  <p class="soft">
    {layoutWords[language].questions} <Support />.
  </p>
);
