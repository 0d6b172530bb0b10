import type { Form1099 } from "../domain/tax/form-1099.ts";
import type { TaxRules } from "../domain/tax/years/tax-year.ts";
import { form1099DueDay } from "../domain/tax/tax-dates.ts";

/** On every form: the service files nothing, and knows only the last four digits of a driver's number. */
const DRAFT = "Draft: not filed with the IRS by this service";

/** In place of the IRS's own legend of Copy B, which says that the form is furnished to the IRS. */
export const LEGEND = `${DRAFT}. The payer must file its own form. The income on this page is taxable unless the law exempts it. If you must file a return and leave it out, the IRS may charge a penalty.`;

export const headLinesOf = ({ sandbox, provisional }: Form1099): string[] => [
  DRAFT,
  ...(sandbox ? ["Sandbox data: not a tax document"] : []),
  ...(provisional ? ["Preview: this form is not issued yet, and can change"] : []),
];

const splitOf = ({ tips }: TaxRules) =>
  `Box 1b is the part of box 1a that customers gave as tips, and 1c the Treasury's code of your occupation. ${tips.cap > 0 ? "Tips that a form shows may be deductible (26 U.S.C. 224). " : ""}Payouts do not separate overtime, so 1d is empty.`;

type Column = readonly [title: string, ...paragraphs: string[]];

export const notesOf = ({ rules, corrects }: Form1099): readonly [Column, Column] => {
  const { year, form1099Nec } = rules;
  const isSplit = form1099Nec.compensationBox === "1a";
  return [
    [
      "What it shows",
      `Box ${form1099Nec.compensationBox} is what the payer paid you in ${year}: every completed payout before fees, less the payouts that a bank returned.`,
      `Payers report totals from a threshold on, to you and to the IRS, by ${longDay(form1099DueDay(year))}. A smaller total is still income.`,
      "The form assumes that you worked for the payer's own service. A marketplace that only passes on customers' payments reports them on Form 1099-K instead.",
      ...(isSplit ? [splitOf(rules)] : []),
    ],
    [
      "What to do",
      ...(corrects
        ? [
            "This form corrects an earlier one. Use this one. If you have filed with the earlier one, you may have to amend your return.",
          ]
        : []),
      "Report the income on Schedule C (Form 1040). From net earnings of $400 on, figure self-employment tax on Schedule SE.",
      "No tax was withheld. You may have to pay estimated tax in four parts (Form 1040-ES).",
      "Business miles and other expenses can lower what you owe. Keep your log.",
      "Is an amount or a name wrong? Ask the payer for a corrected form.",
    ],
  ];
};

const longDay = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
