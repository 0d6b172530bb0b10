import { brand } from "../../domain/brand/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { TextField, Tick } from "../../pages/layout/form-fields.tsx";
import { dashboardPage, Facts, PostForm } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { When } from "../list/cells.tsx";
import { accountNotices } from "./account-notices.ts";
import { type Accepted, WithholdingCard } from "./withholding-card.tsx";

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
  printedName: string | undefined;
  ein: string | null;
  updated_at: string | undefined;
  withholding?: { accepted: Accepted } | undefined;
};

export const profilePage = (shown: Shown, props: ProfileProps): Result => {
  const { printedName } = props;
  const isLive = shown.mode === "live";
  return dashboardPage(
    shown,
    isLive ? "Live legal profile" : "Test legal profile",
    <>
      <p class="soft">
        Save it before January 1. Forms already issued don't change. We issue a corrected form to add missing
        details. <a href={`${brand.docsPath}/platform#tax-forms`}>How tax forms work</a>.
      </p>
      {printedName !== undefined && (
        <p class="notice attention">
          A form can't print your legal name as it is.{" "}
          {printedName === "" ? "Its payer would be empty. " : `It prints “${printedName}”. `}Enter the name
          in Latin letters, as the IRS has it.
        </p>
      )}
      {shown.role === "admin" ? (
        <section class="narrow" aria-label="Edit the profile">
          <ProfileForm {...props} action={shown.path} />
        </section>
      ) : (
        <ProfileFacts {...props} />
      )}
      {props.withholding && <WithholdingCard {...props.withholding} isAdmin={shown.role === "admin"} />}
    </>,
    {
      notices: accountNotices,
      lead: isLive
        ? "Your company as the payer on your drivers' 1099-NEC forms."
        : "Your company on the sandbox's 1099-NEC forms. Live forms have a profile of their own.",
    },
  );
};

const ProfileFacts = ({ fields, company, ein, updated_at }: ProfileProps) => {
  const { line1, line2, city, state, postal_code, country } = fields;
  const address =
    line1 && [line1, line2, city, `${state} ${postal_code}`, country].filter(Boolean).join(", ");
  return (
    <section aria-label="The profile">
      <Facts
        of={{
          "Display name": fields.display_name || company,
          "Legal name": fields.legal_name || company,
          Address: address || "none",
          EIN: ein ?? "none",
          "Last change": updated_at ? <When at={updated_at} /> : "never",
        }}
      />
      <p class="fine">An admin of your account can change it.</p>
    </section>
  );
};

const ProfileForm = ({ fields, company, ein, action }: ProfileProps & { action: string }) => {
  const of = (name: keyof ProfileFields) => ({ name, value: fields[name] ?? "" });
  return (
    <PostForm action={action} button="Save the profile">
      <TextField {...of("display_name")} label="Display name" hint={`Drivers see it. Empty: ${company}.`} />
      <TextField
        {...of("legal_name")}
        label="Legal name"
        hint={`The payer on the forms. Empty: ${company}.`}
      />
      <fieldset>
        <legend>Address on the forms</legend>
        <TextField {...of("line1")} label="Street and number" />
        <TextField {...of("line2")} label="Suite or unit" hint="Can be empty." />
        <div class="pair">
          <div>
            <TextField {...of("city")} label="City" />
          </div>
          <div>
            <TextField {...of("state")} label="State" hint="Such as CA." />
          </div>
        </div>
        <div class="pair">
          <div>
            <TextField {...of("postal_code")} label="ZIP or postal code" />
          </div>
          <div>
            <TextField name="country" value={fields.country ?? "US"} label="Country" hint="Two letters." />
          </div>
        </div>
      </fieldset>
      <TextField
        name="ein"
        label="EIN"
        hint={
          ein
            ? `We have ${ein}. Leave empty to keep it.`
            : "Nine digits. We encrypt it, and show the last four."
        }
        inputMode="numeric"
        placeholder={ein ?? undefined}
      />
      {ein && (
        <Tick type="checkbox" name="remove_ein">
          Remove the EIN
        </Tick>
      )}
    </PostForm>
  );
};
