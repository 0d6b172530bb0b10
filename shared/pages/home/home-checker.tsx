import { checkRothEligibilityOperation } from "../../contract/agent/check-roth-eligibility.ts";
import { ELIGIBILITY_DISCLAIMER, type FilingStatus } from "../../domain/tax/eligibility.ts";
import { taxYear2026 } from "../../domain/tax/tax-year-2026.ts";
import type { CheckView } from "../client/check-view.ts";
import { describedBy, Mistake, MistakeSummary } from "../layout/form-mistakes.tsx";
import { Prose } from "../layout/layout.tsx";
import { Chart } from "./chart.tsx";
import { type Check, ranges } from "./home-check.ts";

/** The form submits to this page. With JavaScript, it calls the API and shows the same answer in place. */
export const Checker = ({ check }: { check: Check | undefined }) => {
  const mistakes = check?.mistakes ?? {};
  return (
    <div class="panel">
      <form
        method="get"
        action="/#check"
        data-check={checkRothEligibilityOperation.path}
        data-ranges={JSON.stringify(ranges)}
      >
        <MistakeSummary
          mistakes={mistakes}
          labels={{ filing_status: "Filing status", magi: "Your income" }}
        />
        <label for="filing_status">Filing status</label>
        <select id="filing_status" name="filing_status" required {...describedBy(mistakes, "filing_status")}>
          {filingStatuses.map(([value, label]) => (
            <option key={value} value={value} selected={check?.values.filing_status === value}>
              {label}
            </option>
          ))}
        </select>
        <Mistake mistakes={mistakes} name="filing_status" />
        <label for="magi">
          Your income for {taxYear2026.year}
          <span class="hint" id="magi-hint">
            Your modified adjusted gross income (MAGI) in US dollars, after business expenses and before the
            standard deduction.
          </span>
        </label>
        <input
          id="magi"
          name="magi"
          inputMode="decimal"
          autocomplete="off"
          required
          maxLength={40}
          value={check?.values.magi ?? ""}
          {...describedBy(mistakes, "magi", "magi-hint")}
        />
        <Mistake mistakes={mistakes} name="magi" />
        <button type="submit">Check my limit</button>
      </form>
      <div class="answer" data-answer>
        <Outcome view={check?.view} />
        <p class="fine">
          <Prose text={disclaimer} />
        </p>
      </div>
    </div>
  );
};

/** The page contains all three outcomes and shows one, so the script needs no texts. */
const Outcome = ({ view }: { view: CheckView | undefined }) => {
  const text = (name: string) => <strong data-text={name}>{view?.texts[name]}</strong>;
  return (
    <>
      <div role="status">
        <p class="soft" data-outcome="unknown" hidden={view !== undefined}>
          Your estimate for {taxYear2026.year} appears here. We don't store what you enter.
        </p>
        <p class="outcome" data-outcome="full" hidden={view?.outcome !== "full"}>
          With an income of {text("income")}, you can contribute up to {text("limit")} for {taxYear2026.year}.
          That's the full limit.
        </p>
        <p class="outcome" data-outcome="reduced" hidden={view?.outcome !== "reduced"}>
          With an income of {text("income")}, you can contribute up to {text("limit")} for {taxYear2026.year}.
          Your income is in the phase-out range, so the limit is reduced.
        </p>
        <p class="outcome" data-outcome="none" hidden={view?.outcome !== "none"}>
          With an income of {text("income")}, you can't contribute to a Roth IRA for {taxYear2026.year}. Your
          income is at or above the end of the phase-out range.
        </p>
      </div>
      <div data-outcome="known" hidden={view === undefined}>
        <p class="soft">
          Limit at age 50 or older: {text("limit50")}. Phase-out range for your filing status: {text("start")}{" "}
          to {text("end")}.
        </p>
        <Chart texts={view?.texts ?? {}} parts={view?.parts ?? {}} />
      </div>
    </>
  );
};

const filingStatuses: [FilingStatus | "", string][] = [
  ["", "Choose one"],
  ["single", "Single"],
  ["head_of_household", "Head of household"],
  ["married_joint", "Married filing jointly"],
  ["married_separate", "Married filing separately (lived with spouse)"],
];

/** The API's disclaimer names filing statuses by their identifiers; people read the form's labels. */
const disclaimer = filingStatuses.reduce(
  (text, [value, label]) => text.replaceAll(`\`${value}\``, `“${label}”`),
  ELIGIBILITY_DISCLAIMER,
);
