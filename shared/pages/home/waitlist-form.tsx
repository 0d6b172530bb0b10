import type * as z from "zod/mini";
import { joinWaitlistOperation } from "../../contract/agent/join-waitlist.ts";
import type { Result } from "../../http/serve/responses.ts";
import { describedBy, Mistake, MistakeSummary, type Mistakes, mistakesOf } from "../layout/form-mistakes.tsx";
import { htmlResult } from "../layout/layout.tsx";

type Props = { values?: Record<string, string>; mistakes?: Mistakes };

/** The waitlist form, empty or as submitted with its mistakes. It works without JavaScript. */
export const WaitlistForm = ({ values = {}, mistakes = {} }: Props) => (
  <form method="post" action={joinWaitlistOperation.path} data-waitlist>
    <MistakeSummary
      mistakes={mistakes}
      labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
    />
    {fields.map(({ name, label, ...input }) => (
      <div key={name}>
        <label for={name}>{label}</label>
        <input id={name} name={name} value={values[name] ?? ""} {...input} {...describedBy(mistakes, name)} />
        <Mistake mistakes={mistakes} name={name} />
      </div>
    ))}
    <button type="submit">Join the waitlist</button>
  </form>
);

const fields = [
  {
    name: "email",
    label: "Email",
    type: "email" as const,
    autocomplete: "email",
    required: true,
    maxLength: 254,
  },
  {
    name: "name",
    label: "First name (optional)",
    type: "text" as const,
    autocomplete: "given-name",
    maxLength: 100,
  },
  { name: "platforms", label: "Apps you work on (optional)", type: "text" as const, maxLength: 200 },
];

/** The form again, with the submitted values and every mistake. */
export const waitlistMistakes = (
  status: number,
  values: Record<string, string>,
  error: z.core.$ZodError,
): Result =>
  htmlResult(
    status,
    "Join the waitlist",
    <WaitlistForm values={values} mistakes={mistakesOf(error, waitlistWords)} />,
  );

/** Texts for people, in place of the API's messages. */
const waitlistWords = {
  email: "Enter an email address like ana@example.com.",
  name: "Enter your first name on one line, up to 100 characters.",
  platforms: "List your apps on one line, up to 200 characters.",
};
