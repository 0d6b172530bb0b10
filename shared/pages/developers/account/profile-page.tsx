import { brand } from "../../../domain/brand.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { describedBy, Mistake, MistakeSummary, type Mistakes } from "../../layout/form-mistakes.tsx";
import { dashboardPage, PostForm, type Shown, When } from "../frame.tsx";
import { AfterProof } from "../proof.tsx";
import { AccountTabs, accountNotices } from "./account-tabs.tsx";

type FieldName =
  | "display_name"
  | "legal_name"
  | "line1"
  | "line2"
  | "city"
  | "state"
  | "postal_code"
  | "country";
export type ProfileFields = Partial<Record<FieldName, string | undefined>>;

type ProfileProps = {
  fields: ProfileFields;
  /** The registered name, which counts where the profile has none. */
  company: string;
  /** How a form prints the legal name, if not as given. */
  printedName: string | undefined;
  /** Masked. */
  ein: string | null;
  /** The box that removes the EIN is ticked. */
  removes?: boolean;
  updated_at: string | undefined;
  mistakes?: Mistakes;
  done?: string | undefined;
};

const LABELS: Record<FieldName | "ein", string> = {
  display_name: "Display name",
  legal_name: "Legal name",
  line1: "Street and number",
  line2: "Suite or unit",
  city: "City",
  state: "State",
  postal_code: "ZIP or postal code",
  country: "Country",
  ein: "EIN",
};

export const profilePage = (shown: Shown, props: ProfileProps): Result => {
  const { mistakes = {}, done, printedName } = props;
  const isLive = shown.mode === "live";
  return dashboardPage(
    shown,
    isLive ? "Live legal profile" : "Test legal profile",
    <>
      <AccountTabs shown={shown} />
      <p class="lead">
        {isLive
          ? "Your company as the payer on your drivers' 1099-NEC forms."
          : "Your company on the sandbox's 1099-NEC forms. Live forms have a profile of their own."}
      </p>
      <p class="soft">
        Save it before January 1. A form that exists keeps its values, and gets only missing ones, in a
        corrected form. <a href={`${brand.docsPath}/platform#tax-forms`}>How tax forms work</a>.
      </p>
      {printedName !== undefined && (
        <p class="notice">
          A form can't print your legal name as it is.{" "}
          {printedName === "" ? "Its payer would be empty. " : `It prints “${printedName}”. `}Enter the name
          in Latin letters, as the IRS has it.
        </p>
      )}
      <MistakeSummary mistakes={mistakes} labels={LABELS} />
      {shown.role === "admin" ? (
        <section class="card narrow" aria-label="Edit the profile">
          <AfterProof shown={shown}>
            <ProfileForm shown={shown} {...props} />
          </AfterProof>
        </section>
      ) : (
        <ProfileFacts {...props} />
      )}
    </>,
    { notice: accountNotices[done ?? ""], status: Object.keys(mistakes).length > 0 ? 400 : 200 },
  );
};

const ProfileFacts = ({ fields, company, ein, updated_at }: ProfileProps) => {
  const { line1, line2, city, state, postal_code, country } = fields;
  const address =
    line1 && [line1, line2, city, `${state} ${postal_code}`, country].filter(Boolean).join(", ");
  return (
    <section class="card" aria-label="The profile">
      <dl class="facts">
        <dt>Display name</dt>
        <dd>{fields.display_name || company}</dd>
        <dt>Legal name</dt>
        <dd>{fields.legal_name || company}</dd>
        <dt>Address</dt>
        <dd>{address || "none"}</dd>
        <dt>EIN</dt>
        <dd>{ein ?? "none"}</dd>
        <dt>Last change</dt>
        <dd>{updated_at ? <When at={updated_at} /> : "never"}</dd>
      </dl>
      <p class="fine">An admin of your account can change it.</p>
    </section>
  );
};

const ProfileForm = (props: ProfileProps & { shown: Shown }) => {
  const { shown, fields, company, ein, removes, mistakes = {} } = props;
  const of = { fields, mistakes };
  return (
    <PostForm shown={shown} action={`/developers/account/${shown.mode}/profile`} button="Save the profile">
      <Field {...of} name="display_name" hint={`Drivers see it. Empty: ${company}.`} />
      <Field {...of} name="legal_name" hint={`The payer on the forms. Empty: ${company}.`} />
      <fieldset>
        <legend>Address on the forms</legend>
        <Field {...of} name="line1" />
        <Field {...of} name="line2" hint="Can be empty." />
        <div class="pair">
          <Field {...of} name="city" />
          <Field {...of} name="state" hint="Such as CA." />
        </div>
        <div class="pair">
          <Field {...of} name="postal_code" />
          <Field {...of} name="country" hint="Two letters." usual="US" />
        </div>
      </fieldset>
      <label for="ein">
        EIN{" "}
        <span class="hint" id="ein-hint">
          {ein
            ? `We have ${ein}. Leave empty to keep it.`
            : "Nine digits. We encrypt it, and show the last four."}
        </span>
      </label>
      <input
        id="ein"
        name="ein"
        inputMode="numeric"
        autocomplete="off"
        placeholder={ein ?? undefined}
        {...describedBy(mistakes, "ein", "ein-hint")}
      />
      <Mistake mistakes={mistakes} name="ein" />
      {ein && (
        <label class="check">
          <input type="checkbox" name="remove_ein" value="yes" checked={removes} /> Remove the EIN
        </label>
      )}
    </PostForm>
  );
};

/** More than each field may have. */
const MOST_REPEATED = 200;

type FieldProps = {
  name: FieldName;
  fields: ProfileFields;
  mistakes: Mistakes;
  hint?: string;
  usual?: string;
};

const Field = ({ name, fields, mistakes, hint, usual = "" }: FieldProps) => (
  <div>
    <label for={name}>
      {LABELS[name]}{" "}
      {hint && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
    </label>
    <input
      id={name}
      name={name}
      value={(fields[name] ?? usual).slice(0, MOST_REPEATED)}
      autocomplete="off"
      {...describedBy(mistakes, name, hint && `${name}-hint`)}
    />
    <Mistake mistakes={mistakes} name={name} />
  </div>
);
