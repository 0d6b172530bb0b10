import { AccountPatch } from "../../domain/account/account-patch.ts";
import { profileChanges } from "../../domain/account/account-profile.ts";
import { PARSING } from "../../http/serve/refused-input.ts";
import type { Result } from "../../http/serve/responses.ts";
import { offeredTerms } from "./withholding-card.tsx";
import { FormMistakes, mistakesOf } from "../../pages/layout/form-mistakes.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import {
  findAccountProfile,
  moveProfile,
  putWithholdingTerms,
} from "../../store/account/account-profiles.ts";
import { einSealer } from "../../tax-forms/sealed-tin.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export async function acceptWithholdingTerms({
  owner,
  form,
  member,
  now,
}: DashboardRequest): Promise<Result> {
  const terms = offeredTerms();
  if (form.consent !== "yes") throw new FormMistakes({ consent: "Check the box to accept the terms." });
  if (form.text !== terms.text_sha256)
    throw new FormMistakes({ consent: "The terms changed while the page was open. Please read them again." });
  const accepted = { ...terms, accepted_at: now.toISOString(), member_id: member.member_id };
  const { withholding_terms } = await findAccountProfile(owner);
  if (!withholding_terms) await putWithholdingTerms(owner, accepted);
  return seeOther(`/developers/account/${owner.mode}/profile?done=withholding`);
}

const PARTS = ["line1", "line2", "city", "state", "postal_code", "country"];

/** The form has all fields, so an empty one is cleared. Only the EIN stays: no page can show it. */
function patchIn(form: Record<string, string>) {
  const field = (name: string) => form[name]?.trim() || undefined;
  const parts = Object.fromEntries(
    PARTS.flatMap((name) => (field(name) === undefined ? [] : [[name, field(name)]])),
  );
  const { country: _, ...lines } = parts;
  return {
    display_name: field("display_name") ?? null,
    legal_name: field("legal_name") ?? null,
    address: Object.keys(lines).length > 0 ? parts : null,
    ...(field("ein") !== undefined && { ein: field("ein") }),
    ...(form.remove_ein === "yes" && { ein: null }),
  };
}

const WORDS = {
  display_name: "Enter a name of up to 100 characters on one line.",
  legal_name: "Enter a name of up to 100 characters on one line.",
  ein: "Enter the nine digits of the EIN, such as 12-3456789.",
  "address.line1": "Enter the street and number, up to 70 characters.",
  "address.line2": "Enter up to 70 characters on one line.",
  "address.city": "Enter the city, up to 60 characters.",
  "address.state": "Enter the state. In the US, it has two capital letters, such as CA.",
  "address.postal_code": "Enter the postal code. In the US, it is like 94105 or 94105-1234.",
  "address.country": "Enter the country's code of two capital letters, such as US.",
};

/** The field is empty in the form that is shown again, which would keep the stored EIN. */
const EIN_AGAIN = "Enter the EIN again. No page shows an EIN, so the field is empty.";

/** Saves the profile of one mode. The EIN is sealed, and a page shows its last four digits only. */
export async function saveProfile({ owner, form, now }: DashboardRequest): Promise<Result> {
  const parsed = AccountPatch.safeParse(patchIn(form), PARSING);
  if (!parsed.success) {
    const fields = Object.fromEntries(
      Object.entries(mistakesOf(parsed.error, WORDS)).map(([name, why]) => [
        name.replace("address.", ""),
        why,
      ]),
    );
    const lacksEin = form.ein !== undefined && form.remove_ein !== "yes";
    throw new FormMistakes({ ...(lacksEin && { ein: EIN_AGAIN }), ...fields });
  }
  const { data } = parsed;
  await moveProfile(owner, await findAccountProfile(owner), async (profile) => {
    const seal = data.ein ? await einSealer(owner, profile.ein) : String;
    return { changes: profileChanges(owner, profile, data, seal, now), answer: undefined };
  });
  return seeOther(`/developers/account/${owner.mode}/profile?done=saved`);
}
