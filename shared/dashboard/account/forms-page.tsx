import { exactUsd, grouped } from "../../domain/money/cents.ts";
import { brand } from "../../domain/brand/brand.ts";
import { FORMS_OF_FILE, type TaxDocument } from "../../domain/tax/tax-document.ts";
import type { Result } from "../../http/serve/responses.ts";
import { docsLinks } from "../frame/docs-links.ts";
import { dashboardPage, Empty, Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, Id, StateBadge } from "../list/cells.tsx";
import { Filters, type ListPlace, Pages, Table, Tabs } from "../list/table.tsx";

/** `printed`: the name, if a form prints it differently. `isUnknown`: there are tips, and no occupation. */
export type DriverToCheck = {
  driver_id: string;
  name: string;
  printed: string | undefined;
  isUnknown: boolean;
};

type FormsProps = {
  year: number;
  years: readonly number[];
  forms: readonly TaxDocument[];
  count: number;
  place: ListPlace;
  checks: readonly DriverToCheck[];
  lookedAt: number;
  drivers: ListPlace;
};

export const formsPage = (shown: Shown, props: FormsProps): Result => {
  const { year, years, forms, count, place, checks, lookedAt, drivers } = props;
  return dashboardPage(
    shown,
    "Tax forms",
    <>
      <Tabs
        place={{ ...place, query: new URLSearchParams({ year: String(year) }) }}
        name="year"
        label="Year"
        tabs={years.toReversed().map((year) => [String(year), String(year)] as const)}
      />
      <Filters place={place} count={`${grouped(count)} ${count === 1 ? "form" : "forms"}`} />
      {forms.length === 0 ? (
        <Empty title={`No form of ${year} yet`}>
          <p>Forms are issued in January, for drivers whose payouts of the year must be reported.</p>
        </Empty>
      ) : (
        <Table
          caption={`The forms of ${year}, newest first`}
          columns={issuedColumns("Driver")}
          rows={forms.map((form) =>
            issuedRow(form, form.recipient.name, `/developers/drivers/${shown.mode}/${form.driver_id}`),
          )}
        />
      )}
      <Pages place={place} />
      {count > 0 && <Files base={`${shown.path}/${year}`} count={count} />}
      <Part id="names" title="Drivers to check">
        <p>{foundLine(checks.length, lookedAt)}</p>
        {checks.length > 0 && (
          <>
            <Table
              caption="What a form would miss or print differently"
              columns={CHECK_COLUMNS}
              rows={checks.map(({ driver_id, name, printed, isUnknown }) => [
                <a href={`/developers/drivers/${shown.mode}/${driver_id}`}>
                  <bdi>{name}</bdi>
                </a>,
                printed !== undefined && <bdi>{printed || "Nothing"}</bdi>,
                isUnknown && "Tips without an occupation",
                <Id id={driver_id} />,
              ])}
            />
            <p class="fine">
              Ask each driver for the name as the IRS has it, and{" "}
              <a href={docsLinks.updateDriver}>update the driver</a> before January 1. Without an occupation,
              box 1c stays empty. A later change issues a corrected form.
            </p>
          </>
        )}
        <Pages place={drivers} at="names" />
      </Part>
    </>,
    {
      lead: (
        <>
          Your drivers' 1099-NEC forms.{" "}
          <a href={`${brand.docsPath}/platform#tax-forms`}>How tax forms work</a>.
        </>
      ),
    },
  );
};

/** The forms in files that the IRS takes, oldest first. */
const Files = ({ base, count }: { base: string; count: number }) => (
  <Part id="files" title="CSV files">
    <p>
      The IRS takes forms by IRIS only, and at most {FORMS_OF_FILE} in a file. The files have the last four
      digits of each number, because we never take a full one. Add the full numbers, from your drivers' Forms
      W-9, in the template that the IRIS Taxpayer Portal offers.
    </p>
    <p>
      {Array.from({ length: Math.ceil(count / FORMS_OF_FILE) }, (_, i) => (
        <>
          <a href={`${base}?part=${i + 1}`}>
            Forms {grouped(i * FORMS_OF_FILE + 1)} to {grouped(Math.min(count, (i + 1) * FORMS_OF_FILE))}
          </a>{" "}
        </>
      ))}
    </p>
  </Part>
);

export const issuedColumns = (first: string) =>
  [
    [first, "w p1"],
    ["Status", "p3"],
    ["Box 1", "amt p2 l"],
    ["Tips", "amt"],
    ["ID", "x"],
    ["Issued", "r p4"],
  ] as const;

export const issuedRow = (form: TaxDocument, text: string, href?: string) => [
  href ? (
    <a href={href}>
      <bdi>{text}</bdi>
    </a>
  ) : (
    text
  ),
  <IssuedState form={form} />,
  exactUsd(form.gross_amount),
  form.tip_amount === 0 ? "" : exactUsd(form.tip_amount),
  <Id id={form.id} />,
  <Ago at={form.generated_at} />,
];

/** A correction replaces a form that was issued. */
const IssuedState = ({ form: { corrects, corrected_by } }: { form: TaxDocument }) =>
  corrected_by ? (
    <StateBadge kind="off">Corrected</StateBadge>
  ) : (
    <StateBadge kind="ok">{corrects ? "Correction" : "Issued"}</StateBadge>
  );

const CHECK_COLUMNS = [
  ["Driver", "w p1"],
  ["Prints as", "t p3 l"],
  ["Missing", "t p2"],
  ["ID", "r p4"],
] as const;

const foundLine = (checks: number, of: number): string => {
  if (of === 0) return "No driver to check yet.";
  const drivers = of === 1 ? "1 driver" : `${of} drivers`;
  if (checks === 0) return `We checked ${drivers}. A form prints each name as it is, and misses nothing.`;
  return `We checked ${drivers}. Check ${checks === 1 ? "1 of them" : `${checks} of them`}.`;
};
