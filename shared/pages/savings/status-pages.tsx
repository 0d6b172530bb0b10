import { usd } from "../../domain/money/cents.ts";
import type { Language } from "../../domain/text/language.ts";
import type { Receipt } from "../../domain/receipt/receipt.ts";
import { type ActiveAgreement, percentOf } from "../../domain/savings/agreement.ts";
import { deeds, markOf } from "./deeds.ts";
import type { Result } from "../../http/serve/responses.ts";
import { dayWords, filled, savingsWords } from "../../words/words.ts";
import { formPage } from "../layout/form-page.tsx";
import { htmlResult } from "../layout/layout.tsx";
import { NextSteps, Sign } from "../layout/outcome.tsx";
import { ReceiptCard } from "../layout/receipt-card.tsx";
import { actionOf, type ShownAgreement } from "./agreement-pages.tsx";

/** What payouts of all partners saved in a tax year, in a sandbox those of this one, and the cap. Cents. */
type Saved = { year: number; saved: number; cap: number };

export function activePage(
  shown: ShownAgreement & { agreement: ActiveAgreement },
  { year, saved, cap }: Saved,
  receipt: Receipt | undefined,
): Result {
  const { agreement, proof, language, partner } = shown;
  const percent = percentOf(agreement.choice.rule);
  const words = savingsWords[language].status;
  return htmlResult(
    200,
    filled(words.title, { partner }),
    <>
      <dl class="terms">
        <dt>{words.rule}</dt>
        <dd>{percent === null ? words.centsIs : filled(words.percentIs, { percent })}</dd>
        <dt>{filled(words.saved, { year })}</dt>
        <dd>{filled(words.savedIs, { saved: usd(saved), cap: usd(cap) })}</dd>
        <dt>{words.since}</dt>
        <dd>{dayWords(agreement.started_at ?? agreement.invited_at, language)}</dd>
      </dl>
      {agreement.mode === "live" && <p class="fine">{words.all}</p>}
      <div class="choices">
        <a class="button second" href={`${actionOf(proof)}/change`}>
          {words.change}
        </a>
        <a class="button second danger" href={`${actionOf(proof)}/stop`}>
          {words.stop}
        </a>
      </div>
      <SavingsReceipt receipt={receipt} proof={proof} language={language} />
    </>,
    { language, hasOneTask: true, sign: <Sign is="done" /> },
  );
}

type ReceiptProps = { receipt: Receipt | undefined; proof: string; language: Language };

const SavingsReceipt = ({ receipt, proof, language }: ReceiptProps) => (
  <ReceiptCard receipt={receipt} href={`${actionOf(proof)}/receipt`} language={language} />
);

/** One click stops. GET changes nothing: email scanners open links, too. */
export function stopPage(shown: ShownAgreement): Result {
  const { proof, token, language, partner } = shown;
  const words = savingsWords[language].stop;
  return formPage(
    200,
    filled(words.title, { partner }),
    <>
      <p>{words.what}</p>
      <p>{words.pending}</p>
    </>,
    {
      token,
      action: actionOf(proof),
      options: { language, hasOneTask: true },
      children: (
        <>
          <input type="hidden" name="shown" value={markOf(deeds.end(shown))} />
          <button type="submit" name="act" value="end" class="button second danger">
            {words.button}
          </button>
        </>
      ),
      after: (
        <p>
          <a href={actionOf(proof)}>{words.back}</a>
        </p>
      ),
    },
  );
}

type Ended = Pick<ShownAgreement, "proof" | "language" | "partner">;

/** `hasBegun`: the person had agreed. */
export function endedPage(
  { proof, language, partner }: Ended,
  hasBegun: boolean,
  receipt: Receipt | undefined,
): Result {
  const { ended, stop, declined } = savingsWords[language];
  return htmlResult(
    200,
    hasBegun ? filled(ended.title, { partner }) : declined.title,
    <>
      <p>{hasBegun ? stop.what : filled(declined.body, { partner })}</p>
      {hasBegun && <p>{stop.pending}</p>}
      <NextSteps language={language} steps={ended.steps} />
      <SavingsReceipt receipt={receipt} proof={proof} language={language} />
    </>,
    { language, hasOneTask: true, sign: <Sign is={hasBegun ? "done" : "stopped"} /> },
  );
}

/** The company withdrew the invitation, or it is too old, or a newer one has replaced it. */
export const gonePage = (language: Language): Result => {
  const { title, body } = savingsWords[language].gone;
  return htmlResult(410, title, <p>{body}</p>, { language, hasOneTask: true, sign: <Sign is="stopped" /> });
};
