import type * as z from "zod/mini";
import { joinWaitlistOperation } from "../../contract/agent/join-waitlist.ts";
import type { Language } from "../../domain/text/language.ts";
import type { Result } from "../../http/serve/responses.ts";
import { homeWords, layoutWords } from "../../words/words.ts";
import { Form } from "../layout/form.tsx";
import { TextField } from "../layout/form-fields.tsx";
import { MistakeSummary, type Mistakes, mistakesOf } from "../layout/form-mistakes.tsx";
import { htmlResult } from "../layout/layout.tsx";

type Props = { language: Language; values?: Record<string, string>; mistakes?: Mistakes };

export const WaitlistForm = ({ language, values = {}, mistakes = {} }: Props) => {
  const words = homeWords[language].waitlist;
  const action = joinWaitlistOperation.path;
  return (
    <Form
      action={action}
      hidden={{}}
      sent={{ action, given: values, mistakes }}
      class="fields-in-pairs"
      data-waitlist
    >
      <MistakeSummary mistakes={mistakes} labels={words.mistakes} title={layoutWords[language].check} />
      {fields.map(({ name, ...input }) => (
        <div key={name} {...(name !== "email" && { class: "half" })}>
          <TextField name={name} label={words[name]} {...input} />
        </div>
      ))}
      <button type="submit">{words.button}</button>
    </Form>
  );
};

const fields = [
  { name: "email", type: "email", autocomplete: "email", required: true, maxLength: 254 },
  { name: "name", autocomplete: "given-name", maxLength: 100 },
  { name: "platforms", maxLength: 200 },
] as const;

type Refused = { status: number; values: Record<string, string>; error: z.core.$ZodError };

export const waitlistMistakes = ({ status, values, error }: Refused, language: Language): Result => {
  const { joinButton, waitlist } = homeWords[language];
  return htmlResult(
    status,
    joinButton,
    <WaitlistForm language={language} values={values} mistakes={mistakesOf(error, waitlist.mistakes)} />,
    { language, canSwitch: false },
  );
};
