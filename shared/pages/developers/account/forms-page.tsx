import { brand } from "../../../domain/brand.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { dashboardPage, Part, type Shown } from "../frame.tsx";
import { Id } from "../list/cells.tsx";
import { Pages, type ListPlace, Table } from "../list/table.tsx";

/** A driver's name that a form cannot print as given. */
export type NameToCheck = { driver_id: string; name: string; printed: string };

type FormsProps = {
  years: readonly number[];
  names: readonly NameToCheck[];
  /** The drivers that were looked at. */
  lookedAt: number;
  place: ListPlace;
};

export const formsPage = (shown: Shown, { years, names, lookedAt, place }: FormsProps): Result =>
  dashboardPage(
    shown,
    shown.mode === "live" ? "Live tax forms" : "Test tax forms",
    <>
      <Part id="download" title="Download">
        <Table
          caption="The forms of each year"
          columns={YEAR_COLUMNS}
          rows={years.toReversed().map((year) => [
            `1099-NEC for ${year}`,
            <a href={`${shown.path}/${year}`}>
              CSV<span class="quiet"> of the forms of {year}</span>
            </a>,
          ])}
        />
        <p class="fine">
          One line for each form. A form and its correction are two lines. The file has your drivers' names
          and the last four digits of their taxpayer numbers.{" "}
          <a href={`${brand.docsPath}/platform#tax-forms`}>How tax forms work</a>.
        </p>
      </Part>
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
        <Pages place={place} />
      </Part>
    </>,
    { lead: "Your drivers' 1099-NEC forms as one table, and names to check before January 1." },
  );

const YEAR_COLUMNS = [
  ["Form", "w p1"],
  ["File", "r p2"],
] as const;

const NAME_COLUMNS = [
  ["Driver", "w p1"],
  ["Prints as", "w p3"],
  ["ID", "r p4"],
] as const;

const UPDATE = `${brand.docsPath}/platform/update-driver`;

const found = (names: number, of: number): string => {
  if (of === 0) return "There is no driver to check.";
  const drivers = of === 1 ? "1 driver" : `${of} drivers`;
  if (names === 0) return `We looked at ${drivers}. A form prints each name as it is.`;
  return `We looked at ${drivers}. A form can't print ${names === 1 ? "1 name" : `${names} names`} as given.`;
};
