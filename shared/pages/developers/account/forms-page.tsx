import { exactUsd, grouped } from "../../../domain/cents.ts";
import { brand } from "../../../domain/brand.ts";
import type { TaxDocument } from "../../../domain/tax/tax-document.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { shortened } from "../copy-box.tsx";
import { dashboardPage, Empty, Part } from "../frame.tsx";
import type { Shown } from "../shown.tsx";
import { Ago, Id, StateBadge } from "../list/cells.tsx";
import { Filters, type ListPlace, Pages, Table, Tabs } from "../list/table.tsx";

const MAX_OF_NAME = 80;

export type NameToCheck = { driver_id: string; name: string; printed: string };

type FormsProps = {
  year: number;
  years: readonly number[];
  forms: readonly TaxDocument[];
  count: number;
  place: ListPlace;
  names: readonly NameToCheck[];
  lookedAt: number;
  drivers: ListPlace;
};

export const formsPage = (shown: Shown, props: FormsProps): Result => {
  const { year, years, forms, count, place, names, lookedAt, drivers } = props;
  return dashboardPage(
    shown,
    shown.mode === "live" ? "Live tax forms" : "Test tax forms",
    <>
      <Tabs
        place={{ ...place, query: new URLSearchParams({ year: String(year) }) }}
        name="year"
        label="Year"
        tabs={years.toReversed().map((one) => [String(one), String(one)] as const)}
      />
      <Filters place={place} count={`${grouped(count)} ${count === 1 ? "form" : "forms"}`} />
      {forms.length === 0 ? (
        <Empty title={`No form of ${year} yet`}>
          <p>Forms are issued in January, for drivers whose payouts of the year must be reported.</p>
        </Empty>
      ) : (
        <Table
          caption={`The forms of ${year}, newest first`}
          columns={FORM_COLUMNS}
          rows={forms.map((form) => [
            <a href={`/developers/drivers/${shown.mode}/${form.driver_id}`}>
              <bdi>{shortened(form.recipient.name, MAX_OF_NAME)}</bdi>
            </a>,
            <IssuedState form={form} />,
            exactUsd(form.gross_amount),
            <Id id={form.id} />,
            <Ago at={form.generated_at} />,
          ])}
        />
      )}
      <Pages place={place} />
      <Part id="names" title="Names to check">
        <p>{found(names.length, lookedAt)}</p>
        {names.length > 0 && (
          <>
            <Table
              caption="Names that a form prints differently"
              columns={NAME_COLUMNS}
              rows={names.map(({ driver_id, name, printed }) => [
                <a href={`/developers/drivers/${shown.mode}/${driver_id}`}>
                  <bdi>{name}</bdi>
                </a>,
                <bdi>{printed || "Nothing"}</bdi>,
                <Id id={driver_id} />,
              ])}
            />
            <p class="fine">
              Ask each driver for the name as the IRS has it, and <a href={UPDATE}>update the driver</a>{" "}
              before January 1. A later change issues a corrected form.
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
      actions: (
        <a class="button second" href={`${shown.path}/${year}`}>
          Export CSV
        </a>
      ),
    },
  );
};

const FORM_COLUMNS = [
  ["Driver", "w p1"],
  ["Status", "p3"],
  ["Box 1", "amt p2"],
  ["ID", "x"],
  ["Issued", "r p4"],
] as const;

/** A correction replaces a form that was issued. */
export const IssuedState = ({ form: { corrects, corrected_by } }: { form: TaxDocument }) =>
  corrected_by ? (
    <StateBadge kind="off">Corrected</StateBadge>
  ) : (
    <StateBadge kind="ok">{corrects ? "Correction" : "Issued"}</StateBadge>
  );

const NAME_COLUMNS = [
  ["Driver", "w p1"],
  ["Prints as", "w p3"],
  ["ID", "r p4"],
] as const;

const UPDATE = `${brand.docsPath}/platform/update-driver`;

const found = (names: number, of: number): string => {
  if (of === 0) return "No driver to check yet.";
  const drivers = of === 1 ? "1 driver" : `${of} drivers`;
  if (names === 0) return `We checked ${drivers}. A form prints each name as it is.`;
  return `We checked ${drivers}. A form can't print ${names === 1 ? "1 name" : `${names} names`} as given.`;
};
