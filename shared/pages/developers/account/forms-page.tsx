import { brand } from "../../../domain/brand.ts";
import type { Result } from "../../../http/serve/responses.ts";
import { dashboardPage, Older, type Shown } from "../frame.tsx";
import { AccountTabs } from "./account-tabs.tsx";

/** A driver's name that a form cannot print as given. */
export type NameToCheck = { driver_id: string; name: string; printed: string };

type FormsProps = {
  years: readonly number[];
  names: readonly NameToCheck[];
  /** The drivers that were looked at. */
  lookedAt: number;
  /** The last of them, if there are more. */
  older: string | undefined;
};

export const formsPage = (shown: Shown, { years, names, lookedAt, older }: FormsProps): Result =>
  dashboardPage(
    shown,
    shown.mode === "live" ? "Live tax forms" : "Test tax forms",
    <>
      <AccountTabs shown={shown} />
      <p class="lead">Your drivers' 1099-NEC forms as one table, and names to check before January 1.</p>
      <section class="card" aria-labelledby="download">
        <h2 id="download">Download</h2>
        <p>One line for each form. A form and its correction are two lines.</p>
        <ul class="plainlist">
          {years.map((year) => (
            <li key={year}>
              <a href={`${shown.path}/${year}`}>Download the forms of {year} as CSV</a>
            </li>
          ))}
        </ul>
        <p class="fine">
          The file has your drivers' names and the last four digits of their taxpayer numbers.{" "}
          <a href={`${brand.docsPath}/platform#tax-forms`}>How tax forms work</a>.
        </p>
      </section>
      <section class="card" aria-labelledby="names">
        <h2 id="names">Names to check</h2>
        <p>{found(names.length, lookedAt)}</p>
        <ul class="plainlist listing">
          {names.map(({ driver_id, name, printed }) => (
            <li key={driver_id}>
              <code>{driver_id}</code>
              <span>{name}</span>
              <span class="fine">
                {printed === "" ? "The name would be empty." : `It prints “${printed}”.`}
              </span>
            </li>
          ))}
        </ul>
        {names.length > 0 && (
          <p class="fine">
            Ask each driver for the name as the IRS has it, and <a href={UPDATE}>update the driver</a> before
            January 1. A later change issues a corrected form.
          </p>
        )}
        <Older href={shown.path} before={older} />
      </section>
    </>,
  );

const UPDATE = `${brand.docsPath}/platform/update-driver`;

const found = (names: number, of: number): string => {
  if (of === 0) return "There is no driver to check.";
  const drivers = of === 1 ? "1 driver" : `${of} drivers`;
  if (names === 0) return `We looked at ${drivers}. A form prints each name as it is.`;
  return `We looked at ${drivers}. A form can't print ${names === 1 ? "1 name" : `${names} names`} as given.`;
};
