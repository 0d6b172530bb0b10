import { joinWaitlist } from "../../shared/contract/agent/join-waitlist.ts";

type Mistake = { param: string | null; message: string };

/** The waitlist's form, empty or as it was sent with the mistake named. Works without JavaScript. */
export const WaitlistForm = ({
  values = {},
  mistake,
}: {
  values?: Record<string, string>;
  mistake?: Mistake;
}) => (
  <form method="post" action={joinWaitlist.path} data-waitlist>
    {mistake && !fields.some(({ name }) => name === mistake.param) && (
      <p class="mistake" role="alert">
        {mistake.message}
      </p>
    )}
    {fields.map(({ name, label, ...input }) => (
      <div key={name}>
        <label for={name}>{label}</label>
        <input
          id={name}
          name={name}
          value={values[name] ?? ""}
          {...input}
          {...(mistake?.param === name && { "aria-invalid": "true", "aria-describedby": `${name}-mistake` })}
        />
        {mistake?.param === name && (
          <p class="mistake" id={`${name}-mistake`} role="alert">
            {mistake.message}
          </p>
        )}
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
