import { describe, expect, test } from "@jest/globals";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { newConsent } from "../../shared/domain/earnings/consent.ts";
import { Language } from "../../shared/domain/text/language.ts";
import { invited, statedLimits } from "../../shared/domain/savings/agreement.ts";
import { maskedEmail } from "../../shared/domain/signup/masking.ts";
import { startSignup } from "../../shared/domain/signup/signup.ts";
import { deeds } from "../../shared/pages/savings/deeds.ts";
import { allowing, consentPage, givenPage, withdrawing } from "../../shared/pages/consent/consent-pages.tsx";
import { ApprovalWords } from "../../shared/dashboard/proposals/proposal-page.tsx";
import { approvalWords } from "../../shared/words/en/approval.ts";
import { WithholdingText } from "../../shared/dashboard/account/withholding-card.tsx";
import { agreePage, changePage } from "../../shared/pages/savings/agreement-pages.tsx";
import { stopPage } from "../../shared/pages/savings/status-pages.tsx";
import { confirmPage, declining, disownPage, joining } from "../../shared/pages/signup/signup-pages.tsx";
import {
  consentText,
  hashedForm,
  languagesOf,
  sha256Of,
  presentTerms,
  shownText,
  textNames,
} from "../../shared/words/consent-text.ts";
import { savingsWords } from "../../shared/words/words.ts";
import { releasedTexts } from "../../shared/words/released/released-texts.ts";
import { textVersions } from "../../shared/words/released/text-versions.ts";

const now = new Date("2026-11-25T03:30:00.000Z");
const token = { token: "token", cookie: "form=token" };
const proof = "proof";
const signup = startSignup({ email: "ana@example.com" }, now);
const request = { platform: "uber", redirect_url: "https://app.acme.example/back" };
const consentIn = (mode: "test" | "live") =>
  newConsent({ account_id: "acct_1", mode }, "drv_1", request, now);

const agreement = {
  ...invited({ account_id: "acct_1", mode: "test" }, "drv_1", undefined, now),
  choice: { rule: { percent: 5 }, yearly_cap: 100_000 },
};
const savings = (mode: "test" | "live", language: Language) => ({
  agreement: { ...agreement, mode },
  proof,
  token,
  language,
  partner: "Acme & Sons",
  limits: statedLimits(2027),
  accepted: mode === "live" ? presentTerms() : undefined,
});

/** Each text as its page shows it, and what the button on that page does. */
const shown = (language: Language) => {
  const page = { signup, proof, token, language };
  const open = { ...signup, status: "account_opened" as const };
  const consent = { state: "state", token, language, platform: "Uber", company: "Acme & Sons" };
  const test = consentIn("test");
  const live = consentIn("live");
  return {
    join_waitlist: [
      confirmPage({ ...page, partner: undefined }),
      joining(signup, language, undefined, false),
    ],
    join_waitlist_with_partner: [
      confirmPage({ ...page, partner: "Acme & Sons" }),
      joining(signup, language, "Acme & Sons", true),
    ],
    decline: [disownPage(page), declining(signup, language)],
    decline_opened: [disownPage({ ...page, signup: open }), declining(open, language)],
    allow_gig_connection: [consentPage(live, consent), allowing(live, consent)],
    allow_gig_connection_sandbox: [consentPage(test, consent), allowing(test, consent)],
    withdraw_gig_connection: [givenPage(test, consent, "sharing", undefined), withdrawing(test, consent)],
    save_from_payouts: [agreePage(savings("live", language)), deeds.agree(savings("live", language))],
    save_from_payouts_sandbox: [agreePage(savings("test", language)), deeds.agree(savings("test", language))],
    change_savings: [changePage(savings("live", language)), deeds.change(savings("live", language))],
    end_savings: [stopPage(savings("live", language)), deeds.end(savings("live", language))],
    approve_payouts: [
      { body: `<main>${renderToString(h(ApprovalWords, { children: approvalWords.button }))}</main>` },
      { text: shownText("approve_payouts", "en"), terms: {} },
    ],
    withholding_terms: [
      { body: `<main>${renderToString(h(WithholdingText, {}))}</main>` },
      { text: shownText("withholding_terms", "en"), terms: {} },
    ],
  } as const;
};

describe.each(Language.options)("in %s", (language) => {
  const names = textNames.filter((name) => languagesOf(name).includes(language));

  test.each(names)("the words of %s are those of its page, in its order", (name) => {
    const [{ body = "" }, { text, terms }] = shown(language)[name];
    expect(text).toMatchObject({ text_sha256: sha256Of(consentText(name, language)), lang: language });
    const page = body
      .slice(body.indexOf("<main"), body.indexOf("</main"))
      .replace(/<[^>]*>/g, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replace(/\s+/g, " ");
    const places: Record<string, unknown> = { ...terms, email: maskedEmail(signup.email) };
    let from = 0;
    for (const line of consentText(name, language).trimEnd().split("\n")) {
      const said = line.replace(/\{(\w+)\}/g, (_, place: string) => String(places[place]));
      const at = page.indexOf(said, from);
      if (at < 0) throw new Error(`The page continues not with: ${said}\nbut with: ${page.slice(from)}`);
      from = at + said.length;
    }
  });

  test.each(names)("the words of %s have a version (npm run docs:texts)", (name) => {
    const hash = sha256Of(consentText(name, language));
    expect(releasedTexts[hash]).toBe(consentText(name, language));
    expect(textVersions[hash]).toMatch(new RegExp(`^${name}-${language}/\\d+$`));
  });
});

test.each(Language.options)(
  "an agreement of the sandbox in %s says of no terms that they were accepted",
  (language) => {
    const [{ body = "" }, { terms }] = shown(language).save_from_payouts_sandbox;
    expect(Object.keys(terms)).not.toContain("partner_terms");
    const [said = ""] = savingsWords[language].agree.terms.acceptedIs.replace("{partner} ", "").split(" {");
    for (const text of [body, consentText("save_from_payouts_sandbox", language)])
      expect(text).not.toContain(said);
    expect(consentText("save_from_payouts", language)).toContain(said);
  },
);

test("no released text was edited, and each has a version of its own", () => {
  for (const [hash, text] of Object.entries(releasedTexts))
    expect([hash, text]).toEqual([sha256Of(text), hashedForm(text)]);
  expect(Object.keys(textVersions).sort()).toEqual(Object.keys(releasedTexts).sort());
  expect(new Set(Object.values(textVersions)).size).toBe(Object.keys(textVersions).length);
});

test.each([
  [
    "Guardar 5 % de cada pago.\nPuede parar cuando quiera.",
    "65fd971abb0ea418a60cead868751730f056a1f2e2ab90553917c3ca079760ec",
  ],
  [
    "Guardar 5 % de cada pago. \t\r\nPuede parar cuando quiera.\u00a0\r\n\n",
    "65fd971abb0ea418a60cead868751730f056a1f2e2ab90553917c3ca079760ec",
  ],
  ["Cancelación\n", "f2ac76323998cf358888684635fdd258b3ce427a7b59aa3fc0c0d3c2b02ceb19"],
  ["Cancelacio\u0301n", "f2ac76323998cf358888684635fdd258b3ce427a7b59aa3fc0c0d3c2b02ceb19"],
])("%p has the hash of the vector", (text, hash) => expect(sha256Of(hashedForm(text))).toBe(hash));
