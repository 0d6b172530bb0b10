import type { AccountProfile } from "../../domain/account/account-profile.ts";
import { presentTerms } from "../../words/consent-text.ts";
import { withholdingTerms } from "../../words/en/withholding-terms.ts";
import { Group, Tick } from "../../pages/layout/form-fields.tsx";
import { PostForm } from "../frame/frame.tsx";
import { When } from "../list/cells.tsx";

export const offeredTerms = presentTerms;

export type Accepted = AccountProfile["withholding_terms"];

/** The terms that an admin accepts once, before the first live invitation to save. The box is not ticked. */
export const WithholdingCard = ({ accepted, isAdmin }: { accepted: Accepted; isAdmin: boolean }) => (
  <section class="narrow" aria-labelledby="withholding">
    <WithholdingText />
    {accepted && (
      <p>
        An admin accepted <a href={`/legal/texts/${accepted.text_sha256}`}>{accepted.version}</a> on{" "}
        <When at={accepted.accepted_at} />.
      </p>
    )}
    {!accepted && isAdmin && (
      <PostForm
        action="/developers/account/live/withholding-terms"
        button="Accept the terms"
        hidden={{ text: offeredTerms().text_sha256 }}
      >
        <Group name="consent">
          <Tick type="checkbox" name="consent">
            I accept these terms for my company.
          </Tick>
        </Group>
      </PostForm>
    )}
    {!accepted && !isAdmin && <p class="fine">An admin of your account can accept them.</p>}
  </section>
);

export const WithholdingText = () => {
  const [title, ...lines] = withholdingTerms;
  return (
    <>
      <h2 id="withholding">{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
};
