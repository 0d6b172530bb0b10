import type { Language } from "../../domain/language.ts";
import { homeWords } from "../../words/words.ts";

/** Several apps pay into one account. Hidden from screen readers: the text beside it says the same. */
export const Flow = ({ language }: { language: Language }) => {
  const { apps, own } = homeWords[language].how.flow;
  return (
    <figure class="flow">
      <svg viewBox="0 0 360 236" aria-hidden="true" focusable="false">
        <path d="M140 40C210 40 180 118 226 118M140 118H226M140 196C210 196 180 118 226 118" />
        {apps.map(([name, kind], i) => (
          <g key={name} transform={`translate(6 ${10 + i * 78})`}>
            <rect width="134" height="60" rx="12" />
            <text x="16" y="27">
              {name}
            </text>
            <text x="16" y="46" class="low">
              {kind}
            </text>
          </g>
        ))}
        <rect class="own" x="226" y="74" width="128" height="88" rx="14" />
        {own.map((line, i) => (
          <text key={line} x="244" y={112 + i * 21}>
            {line}
          </text>
        ))}
      </svg>
    </figure>
  );
};
