import { joinWaitlist } from "../../contract/agent/join-waitlist.ts";
import { describedBy, Mistake, MistakeSummary, type Mistakes } from "../layout/form-mistakes.tsx";

type Props = { values?: Record<string, string>; mistakes?: Mistakes };

/** The waitlist's form, empty or as it was sent with its mistakes named. Works without JavaScript. */
export const WaitlistForm = ({ values = {}, mistakes = {} }: Props) => (
  <form method="post" action={joinWaitlist.path} data-waitlist>
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

/** The API's faults in words for a person at this form. */
export const waitlistWords = {
  email: "Write an email address, such as ana@example.com.",
  name: "Write your name in one line of at most 100 characters.",
  platforms: "Name your apps in one line of at most 200 characters.",
};
