import type { Driver } from "../../domain/driver/driver.ts";
import { mayBe, type Payout, type PayoutTransition } from "../../domain/payout/payout.ts";
import { PostForm, type Shown } from "./frame.tsx";

export const PLAYGROUND = "/developers/playground/test";

export const PayForm = ({ shown, driver }: { shown: Shown; driver: Driver }) => (
  <PostForm shown={shown} action={`${PLAYGROUND}/${driver.id}/pay`} button={`Pay ${driver.first_name}`}>
    <div class="pair">
      <div>
        <label for="amount">Amount in USD</label>
        <input id="amount" name="amount" inputMode="decimal" value="125.00" required />
      </div>
      <div>
        <label for="method">Speed</label>
        <select id="method" name="method">
          <option value="instant">Instant (at once)</option>
          <option value="standard">Standard (a minute)</option>
        </select>
      </div>
    </div>
  </PostForm>
);

const HELPERS: readonly (readonly [PayoutTransition, string])[] = [
  ["complete", "Complete"],
  ["fail", "Fail"],
  ["refund", "Refund"],
];

type PayoutRowProps = { shown: Shown; payout: Payout; mayChange: boolean };

export const PayoutRow = ({ shown, payout, mayChange }: PayoutRowProps) => {
  const amount = (payout.amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
  return (
    <div class="row">
      <span>
        <strong>{amount}</strong> <span class="tag">{payout.status}</span>{" "}
        <code class="soft">{payout.id}</code>
      </span>
      {mayChange && (
        <span class="acts">
          {HELPERS.filter(([transition]) => mayBe(transition, payout)).map(([transition, label]) => (
            <PostForm
              key={transition}
              shown={shown}
              action={`${PLAYGROUND}/${payout.id}/${transition}`}
              button={label}
              of={`the payout of ${amount}, ${payout.id}`}
              kind="small"
            />
          ))}
        </span>
      )}
    </div>
  );
};

type ConnectFormProps = { shown: Shown; driver: Driver; platforms: Readonly<Record<string, string>> };

export const ConnectForm = ({ shown, driver, platforms }: ConnectFormProps) => (
  <PostForm shown={shown} action={`${PLAYGROUND}/${driver.id}/connect`} button="Connect" kind="small">
    <label for="platform">Gig platform</label>
    <select id="platform" name="platform">
      {Object.entries(platforms).map(([slug, name]) => (
        <option key={slug} value={slug} selected={slug === "doordash"}>
          {name}
        </option>
      ))}
    </select>
  </PostForm>
);
