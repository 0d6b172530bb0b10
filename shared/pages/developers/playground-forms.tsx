import { exactUsd } from "../../domain/cents.ts";
import type { Driver } from "../../domain/driver/driver.ts";
import { mayBe, type Payout, type PayoutTransition } from "../../domain/payout/payout.ts";
import { SelectField, TextField } from "../layout/form-fields.tsx";
import { PostForm, type Shown } from "./frame.tsx";

export const PLAYGROUND = "/developers/playground/test";

const SPEEDS = [
  ["instant", "Instant (at once)"],
  ["standard", "Standard (a minute)"],
] as const;

export const PayForm = ({ shown, driver }: { shown: Shown; driver: Driver }) => (
  <PostForm shown={shown} action={`${PLAYGROUND}/${driver.id}/pay`} button={`Pay ${driver.first_name}`}>
    <div class="pair">
      <div>
        <TextField name="amount" label="Amount in USD" inputMode="decimal" value="125.00" required />
      </div>
      <div>
        <SelectField name="method" label="Speed" options={SPEEDS} />
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
  const amount = exactUsd(payout.amount);
  return (
    <div class="row">
      <span>
        <strong>{amount}</strong> <span class="tag">{payout.status}</span>{" "}
        <a href={`/developers/money/test/${payout.id}`}>
          <code>{payout.id}</code>
        </a>
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
    <SelectField name="platform" label="Gig platform" usual="doordash" options={Object.entries(platforms)} />
  </PostForm>
);
