import type * as z from "zod/mini";
import { Problem } from "../../contract/errors.ts";
import { USUAL_LANGUAGE } from "../../domain/text/language.ts";
import { refusedFields } from "../../http/serve/refused-input.ts";
import { layoutWords } from "../../words/words.ts";

/** A message for each faulty field. A mistake that belongs to no field has the empty name. */
export type Mistakes = Readonly<Record<string, string>>;

export class FormMistakes extends Problem {
  readonly mistakes: Mistakes;

  constructor(mistakes: Mistakes) {
    super("parameter_invalid", "The form has mistakes.");
    this.mistakes = mistakes;
  }
}

/** `words` has the texts for people. A field without one shows the API's message. */
export const mistakesOf = (error: z.core.$ZodError, words: Record<string, string> = {}): Mistakes =>
  Object.fromEntries(
    refusedFields(error).map(({ param, message }) => [param, words[param] ?? sentence(message)]),
  );

export const sentence = (message: string) =>
  message.replaceAll("`", "").replace(/^./, (first) => first.toUpperCase());

export const MistakeSummary = ({
  mistakes,
  labels,
  title = layoutWords[USUAL_LANGUAGE].check,
}: {
  mistakes: Mistakes;
  labels: Record<string, string>;
  title?: string;
}) =>
  Object.keys(mistakes).length === 0 ? null : (
    // biome-ignore lint/a11y/noAutofocus: a page with mistakes starts at their summary
    <div class="mistakes" role="alert" tabIndex={-1} autoFocus data-mistakes>
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {Object.entries(mistakes).map(([name, message]) => (
          <li key={name}>{labels[name] ? <a href={`#${name}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );

export const Mistake = ({ mistakes, name }: { mistakes: Mistakes; name: string }) =>
  mistakes[name] ? (
    <p class="mistake" id={`${name}-mistake`}>
      {mistakes[name]}
    </p>
  ) : null;

export function describedBy(mistakes: Mistakes, name: string, hint?: string) {
  const ids = [...(mistakes[name] ? [`${name}-mistake`] : []), ...(hint ? [hint] : [])];
  return {
    ...(mistakes[name] && { "aria-invalid": "true" as const }),
    ...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
  };
}
