import { usd } from "../../domain/money/cents.ts";
import type { Language } from "../../domain/text/language.ts";
import { type ChoiceMistake, percentOf, type SavingsChoice } from "../../domain/savings/agreement.ts";
import { type FormToken, hiddenFields } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { filled, layoutWords, receiptWords, savingsWords } from "../../words/words.ts";
import { Form, mistakesById, type Sent } from "../layout/form.tsx";
import { Group, TextField, Tick } from "../layout/form-fields.tsx";
import { MistakeSummary } from "../layout/form-mistakes.tsx";
import { htmlResult } from "../layout/layout.tsx";
import { Rich } from "../layout/rich.tsx";
import { deeds, markOf, type Offer, offerValues } from "./deeds.ts";

export type ShownAgreement = Offer & { proof: string; token: FormToken };

export type SentChoice = {
  given: Readonly<Record<string, string>>;
  mistakes: Readonly<Record<string, ChoiceMistake | "consent" | "changed">>;
  most: number;
};

/** The page behind the link of an invitation. Every field is empty, and nothing is proposed. */
export function agreePage(shown: ShownAgreement, sent?: SentChoice): Result {
  const { agreement, language, partner, accepted } = shown;
  const words = savingsWords[language].agree;
  const { terms } = words;
  const values = offerValues(shown);
  return choicePage(shown, "agree", sent, {
    title: filled(words.title, { partner }),
    before: (
      <>
        {agreement.mode === "test" && <p class="sandbox-note">{words.sandbox}</p>}
        <dl class="terms">
          <Term name={terms.choice} text={filled(terms.choiceIs, values)} />
          <Term name={terms.part} text={filled(terms.partIs, values)} />
          <Term name={terms.place} text={terms.placeIs} />
        </dl>
      </>
    ),
    after: (
      <>
        <dl class="terms">
          <Term name={terms.example} text={terms.exampleIs} />
          <Term name={terms.who} text={filled(terms.whoIs, values)}>
            {accepted && (
              <>
                {` ${filled(terms.acceptedIs, values)} `}
                <a href={`/legal/texts/${accepted.text_sha256}`}>{terms.readTerms}</a>
              </>
            )}
          </Term>
          <Term name={terms.limit} text={filled(terms.limitIs, values)} />
          <Term name={terms.excess} text={terms.excessIs} />
          <Term name={terms.refund} text={terms.refundIs} />
          <Term name={terms.tax} text={filled(terms.taxIs, values)} />
          <Term name={terms.seen} text={filled(terms.seenIs, values)} />
          <Term name={terms.stop} text={terms.stopIs} />
        </dl>
        <section class="part legal">
          <h2>{words.electronic}</h2>
          <ul>
            {words.records.map((record) => (
              <li key={record}>{record}</li>
            ))}
          </ul>
        </section>
      </>
    ),
    consent: words.consent,
    buttons: (
      <div class="choices">
        <button type="submit" name="act" value="agree">
          {words.button}
        </button>
        <button type="submit" name="act" value="decline" class="button second" formnovalidate>
          {words.refuse}
        </button>
      </div>
    ),
  });
}

export function changePage(shown: ShownAgreement, sent?: SentChoice): Result {
  const { language, partner, proof } = shown;
  const words = savingsWords[language].change;
  const { limit: name, limitIs, excess, excessIs } = savingsWords[language].agree.terms;
  return choicePage(shown, "change", sent, {
    title: filled(words.title, { partner }),
    before: (
      <>
        <p>{words.what}</p>
        <dl class="terms">
          <Term name={name} text={filled(limitIs, offerValues(shown))} />
          <Term name={excess} text={excessIs} />
        </dl>
      </>
    ),
    consent: words.consent,
    buttons: (
      <div class="choices">
        <button type="submit" name="act" value="change">
          {words.button}
        </button>
        <a class="button second" href={`/savings/${proof}`}>
          {words.back}
        </a>
      </div>
    ),
  });
}

type TermProps = { name: string; text: string; children?: preact.ComponentChildren };

const Term = ({ name, text, children }: TermProps) => (
  <>
    <dt>{name}</dt>
    <dd>
      <Rich text={text} />
      {children}
    </dd>
  </>
);

type Parts = {
  title: string;
  before: preact.ComponentChildren;
  /** Between the choice and the consent. */
  after?: preact.ComponentChildren;
  consent: string;
  buttons: preact.ComponentChildren;
};

function choicePage(
  shown: ShownAgreement,
  act: "agree" | "change",
  sent: SentChoice | undefined,
  { title, before, after, consent, buttons }: Parts,
): Result {
  const { language, proof, token, agreement, limits } = shown;
  const { fields } = savingsWords[language];
  const again = sent && shownAgain(sent, shown);
  const page = htmlResult(
    sent ? 400 : 200,
    title,
    <>
      {again && (
        <MistakeSummary
          mistakes={mistakesById(again)}
          labels={{ rule: fields.rule, percent: fields.howMany, cap: fields.cap, consent }}
          title={layoutWords[language].check}
        />
      )}
      {before}
      <Form
        action={actionOf(proof)}
        sent={again}
        hidden={{ ...hiddenFields(token), shown: markOf(deeds[act](shown)) }}
        novalidate
      >
        <ChoiceFields language={language} year={limits.year} held={agreement.choice} />
        {after}
        <Group name="consent">
          <Tick type="checkbox" name="consent">
            {consent}
          </Tick>
        </Group>
        {buttons}
      </Form>
    </>,
    { language, hasOneTask: true, ...(sent && { canSwitch: false as const }) },
  );
  return { ...page, cookies: [token.cookie] };
}

export const actionOf = (proof: string): string => `/savings/${proof}`;

function shownAgain({ given, mistakes, most }: SentChoice, { language, proof }: ShownAgreement): Sent {
  const words = savingsWords[language].mistakes;
  const texts = {
    ...words,
    cap: filled(words.cap, { most: usd(most) }),
    changed: receiptWords[language].changed,
  };
  return {
    action: actionOf(proof),
    given,
    mistakes: Object.fromEntries(Object.entries(mistakes).map(([field, why]) => [field, texts[why]])),
  };
}

type FieldsProps = { language: Language; year: number; held: SavingsChoice | undefined };

const ChoiceFields = ({ language, year, held }: FieldsProps) => {
  const { fields } = savingsWords[language];
  const percent = held && percentOf(held.rule);
  return (
    <>
      <Group name="rule" legend={fields.rule}>
        <Tick type="radio" name="rule" value="percent" checked={typeof percent === "number"}>
          {fields.percent}
        </Tick>
        <Tick type="radio" name="rule" value="cents" checked={percent === null}>
          {fields.cents}
        </Tick>
      </Group>
      <TextField
        name="percent"
        label={fields.howMany}
        hint={fields.howManyHint}
        inputMode="numeric"
        maxLength={2}
        value={String(percent ?? "")}
      />
      <TextField
        name="cap"
        label={fields.cap}
        hint={fields.capHint}
        inputMode="decimal"
        maxLength={12}
        value={held ? (held.yearly_cap / 100).toFixed(2) : ""}
      />
      <Tick type="checkbox" name="age" checked={held?.age_50_in !== undefined}>
        {filled(fields.age, { age_year: year })}
      </Tick>
    </>
  );
};
