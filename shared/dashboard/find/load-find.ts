import type { Driver } from "../../domain/driver/driver.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import type { Result } from "../../http/serve/responses.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { searchDrivers } from "../../store/driver/driver-search.ts";
import { listDrivers } from "../../store/driver/drivers.ts";
import { listPayouts } from "../../store/payout/payout-lists.ts";
import { centsIn } from "../money/cents-in.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { findPage } from "./find-page.tsx";
import { pageOfId } from "./page-of-id.ts";

/** A name and an amount are looked for among the newest: no search reads more items. */
const NEWEST = 200;
const SHOWN = 10;

/** A company's own id of a driver may have an underscore, too. */
const ID_OF_OURS = /^[a-z]{2,5}_(test_|live_)?[0-9a-hjkmnp-tv-z]{26}$/;
/** What API Gateway and Lambda name a request. */
export const REQUEST_ID = /^[\w-]{15,16}=$|^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** What a text could be: an id leads to its page, and any other text to a list of offers. */
export async function showFind({ shown, owner, query }: DashboardRequest): Promise<Result> {
  const text = query.get("q")?.trim().slice(0, 100) ?? "";
  const { mode } = owner;
  if (ID_OF_OURS.test(text) || REQUEST_ID.test(text)) return seeOther(pageOfId(text, mode));
  const cents = amountIn(text);
  const [drivers, payouts] = await Promise.all([
    text === "" ? [] : cents === undefined ? driversLike(owner, text) : driversWith(owner, text),
    cents === undefined ? [] : payoutsOf(owner, cents),
  ]);
  return findPage(shown, text, { drivers: drivers.slice(0, SHOWN), payouts: payouts.slice(0, SHOWN) });
}

/** `$1,250.50` and `125050` are the same: dollars with a sign or a point, or else cents. */
function amountIn(text: string): number | undefined {
  const cents = centsIn(text);
  if (Number.isNaN(cents)) return undefined;
  return /[$.]/.test(text) ? cents : cents / 100;
}

type Owner = DashboardRequest["owner"];

const payoutsOf = async (owner: Owner, cents: number): Promise<Payout[]> =>
  (await listPayouts(owner, {}, { limit: NEWEST })).data.filter(({ amount }) => amount === cents);

const driversWith = async (owner: Owner, external_id: string): Promise<Driver[]> =>
  (await searchDrivers(owner, { external_id }, { limit: SHOWN })).data;

async function driversLike(owner: Owner, text: string): Promise<Driver[]> {
  if (text.includes("@")) return (await searchDrivers(owner, { email: text }, { limit: SHOWN })).data;
  const [known, newest] = await Promise.all([
    driversWith(owner, text),
    listDrivers(owner, {}, { limit: NEWEST }),
  ]);
  const begins = (name: string) => name.toLowerCase().startsWith(text.toLowerCase());
  const named = newest.data.filter(
    ({ id, first_name, last_name }) =>
      [first_name, last_name, `${first_name} ${last_name}`].some(begins) &&
      !known.some((driver) => driver.id === id),
  );
  return [...known, ...named];
}
