import type { Form1099 } from "../domain/tax/form-1099.ts";
import type { Area } from "./paper.ts";

export type Box = Area & {
  label: string;
  value?: string;
  kind?: "amount" | "checkbox";
};

export const FORM: Area = { x: 42, y: 118, width: 528, height: 302 };
export const COPY_B: Area = { x: 466, y: 118, width: 104, height: 302 };

export const boxesOf = (form: Form1099): Box[] => [
  ...stack(42, 264, parties(form)),
  ...stack(306, 160, amounts(form)),
  ...beside(42, 378, 42, [
    [132, { label: "Account number (see instructions)", value: masked(form.recipient.account_last4) }],
    [92, { label: "5  State tax withheld" }],
    [108, { label: "6  State/Payer's state no." }],
    [92, { label: "7  State income" }],
  ]),
];

type Content = Omit<Box, keyof Area>;
type Row = [height: number, ...contents: Content[]];

const parties = ({ payer, recipient }: Form1099): Row[] => [
  [
    92,
    {
      label:
        "PAYER'S name, street address, city or town, state or province, country, ZIP or foreign postal code, and telephone no.",
      value: [payer.name, ...(payer.address ?? [])].join("\n"),
    },
  ],
  [
    42,
    { label: "PAYER'S TIN", value: payer.tin ?? "" },
    { label: "RECIPIENT'S TIN", value: recipient.tin_last4 ? `XXX-XX-${recipient.tin_last4}` : "" },
  ],
  [46, { label: "RECIPIENT'S name", value: recipient.name }],
  [40, { label: "Street address (including apt. no.)", value: recipient.street ?? "" }],
  [
    40,
    {
      label: "City or town, state or province, country, and ZIP or foreign postal code",
      value: recipient.city ?? "",
    },
  ],
];

/** The revision of December 2026 splits the first box, for deductions. No payout names overtime (1d). */
function amounts({ gross_amount, tip_amount, occupation = "", rules }: Form1099): Row[] {
  const { compensationBox } = rules.form1099Nec;
  const compensation: Content = {
    label: `${compensationBox}  Nonemployee compensation`,
    value: dollars(gross_amount),
    kind: "amount",
  };
  const others = (height: number): Row[] => [
    [
      height,
      {
        label: "2  Payer made direct sales totaling $5,000 or more of consumer products for resale",
        kind: "checkbox",
      },
    ],
    [height, { label: "3  Excess golden parachute payments" }],
    [height, { label: "4  Federal income tax withheld" }],
  ];
  if (compensationBox === "1") return [[92, compensation], ...others(56)];
  return [
    [60, compensation],
    [
      40,
      { label: "1b  Cash tips", value: tip_amount === 0 ? "" : dollars(tip_amount) },
      { label: "1c  TTOC", value: occupation },
    ],
    [40, { label: "1d  Overtime compensation" }],
    ...others(40),
  ];
}

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const masked = (last4: string | undefined): string => (last4 ? `••••${last4}` : "");

function stack(x: number, width: number, rows: Row[]): Box[] {
  let top = FORM.y;
  return rows.flatMap(([height, ...contents]) => {
    const share = width / contents.length;
    const y = top;
    top += height;
    return contents.map((content, i) => ({ ...content, x: x + i * share, y, width: share, height }));
  });
}

function beside(x: number, y: number, height: number, columns: [width: number, content: Content][]): Box[] {
  let left = x;
  return columns.map(([width, content]) => {
    left += width;
    return { ...content, x: left - width, y, width, height };
  });
}
