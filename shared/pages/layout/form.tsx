import { type ComponentChildren, createContext } from "preact";
import type { Mistakes } from "./form-mistakes.tsx";

/** The second button of a form, which asks what the form would do. */
export const CHECK_FIELD = "form_check";

/**
 * What was typed, and what is wrong. `isKept`: its person had to sign in or confirm first. `outcome`: what
 * the form would do, if its person only asked.
 */
export type Sent = {
  action: string;
  given: Readonly<Record<string, string>>;
  mistakes: Mistakes;
  isKept?: true;
  outcome?: ComponentChildren;
};

type State = { action: string; sent?: Sent | undefined };
export const FormState = createContext<State>({ action: "" });

type Hidden = Readonly<Record<string, string>>;
/** `hidden`: what proves where the form is from, and what names what its page showed. */
type FromOurPage = { hidden: Hidden & { form_token: string } };
/** A request to the API, which joins the waitlist once however often it is sent. */
type ToApi = { hidden: Hidden; "data-waitlist": true };

type FormProps = State & {
  children?: ComponentChildren;
  novalidate?: boolean;
  class?: string;
  "data-passkey"?: string;
} & (FromOurPage | ToApi);

/** `sent`: the page's form that was sent with a mistake, or before its session ended, to fill in again. */
export const Form = ({ action, sent, hidden, children, ...rest }: FormProps) => (
  <form method="post" action={action} {...rest}>
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <FormState.Provider value={isSent(sent, action) ? { action, sent } : { action }}>
      {children}
    </FormState.Provider>
  </form>
);

/** Whether a page's form was sent and is shown again. A closed part of the page then opens. */
export const isSent = (sent: Sent | undefined, action: string): boolean => sent?.action === action;

/** Unique on a page with several forms: `create-name` in the form `/developers/keys/test/create`. */
export const fieldId = (action: string, name: string): string =>
  [...action.split("/").slice(3), name].filter((part) => part !== "test" && part !== "live").join("-");

export const mistakesById = ({ action, mistakes }: Sent): Mistakes =>
  Object.fromEntries(
    Object.entries(mistakes).map(([name, why]) => [name === "" ? "" : fieldId(action, name), why]),
  );

/** No page repeats them, and nothing keeps them while a person signs in. */
const SECRET = new Set(["ein", "ssn_last4", "account_number", "sandbox_key"]);

export const repeatable = (form: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !SECRET.has(name) && !/^form_/.test(name)));
