import type { Driver } from "../../domain/driver/driver.ts";
import { exactUsd } from "../../domain/money/cents.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import type { Result } from "../../http/serve/responses.ts";
import { fullNameOf } from "../drivers/drivers-page.tsx";
import { dashboardPage, Empty } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, PayoutState } from "../list/cells.tsx";

type Offers = { drivers: readonly Driver[]; payouts: readonly Payout[] };

/** With a script, the box in the frame shows this page's offers while one types. */
export const findPage = (shown: Shown, text: string, { drivers, payouts }: Offers): Result =>
  dashboardPage(
    shown,
    "Find",
    <>
      <form method="get" action={shown.path}>
        <label for="find">
          Find <span class="hint">a name's beginning, an email, your ID, an amount, or any ID</span>
        </label>
        <div class="inline">
          <input id="find" name="q" value={text} autocomplete="off" spellcheck={false} maxLength={100} />
          <button type="submit">Find</button>
        </div>
      </form>
      {drivers.length + payouts.length > 0 && (
        <ul class="offers" data-offers>
          {drivers.map((driver) => (
            <li key={driver.id}>
              <a href={`/developers/drivers/${shown.mode}/${driver.id}`}>
                <bdi>{fullNameOf(driver)}</bdi>
              </a>{" "}
              <span class="soft">
                <bdi>{driver.email}</bdi>
              </span>
            </li>
          ))}
          {payouts.map((payout) => (
            <li key={payout.id}>
              <a href={`/developers/payouts/${shown.mode}/${payout.id}`}>
                Payout of {exactUsd(payout.amount)}
              </a>{" "}
              <PayoutState status={payout.status} />{" "}
              <span class="soft">
                <Ago at={payout.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {drivers.length + payouts.length === 0 && text !== "" && (
        <Empty title="Nothing fits">
          <p>
            Your account has no such driver or payout in {shown.mode} mode. Names and amounts are looked for
            among the newest 200 drivers and payouts.
          </p>
        </Empty>
      )}
    </>,
  );
