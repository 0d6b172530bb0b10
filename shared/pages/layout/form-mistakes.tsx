import type * as z from "zod/mini";
import { refusedFields } from "../../http/serve/refused-input.ts";

/** What is wrong with a form, by the field's name; what no field is to blame for stands under the empty name. */
export type Mistakes = Readonly<Record<string, string>>;

/** Every fault of a form's input, in `words` of a person's where there are some, else in the API's. */
export const mistakesOf = (error: z.core.$ZodError, words: Record<string, string> = {}): Mistakes =>
  Object.fromEntries(
    refusedFields(error).map(({ param, message }) => [param, words[param] ?? sentence(message)]),
  );

/** The API speaks of `email`; a person reads Email. */
export const sentence = (message: string) =>
  message.replaceAll("`", "").replace(/^./, (first) => first.toUpperCase());

/** What went wrong, in one place that gets the focus, with the way to each field that is to blame. */
export const MistakeSummary = ({
  mistakes,
  labels,
}: {
  mistakes: Mistakes;
  labels: Record<string, string>;
}) =>
  Object.keys(mistakes).length === 0 ? null : (
    // biome-ignore lint/a11y/noAutofocus: a page that answers with a mistake starts at the mistake
    <div class="mistakes" role="alert" tabIndex={-1} autoFocus data-mistakes>
      <p>
        <strong>Please check the form</strong>
      </p>
      <ul>
        {Object.entries(mistakes).map(([name, message]) => (
          <li key={name}>{labels[name] ? <a href={`#${name}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );

/** The same at the field itself. */
export const Mistake = ({ mistakes, name }: { mistakes: Mistakes; name: string }) =>
  mistakes[name] ? (
    <p class="mistake" id={`${name}-mistake`}>
      {mistakes[name]}
    </p>
  ) : null;

/** What a field needs so that its mistake and its hint are read with it. */
export function describedBy(mistakes: Mistakes, name: string, hint?: string) {
  const ids = [...(mistakes[name] ? [`${name}-mistake`] : []), ...(hint ? [hint] : [])];
  return {
    ...(mistakes[name] && { "aria-invalid": "true" as const }),
    ...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
  };
}
