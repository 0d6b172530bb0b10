import { exactUsd } from "../../domain/money/cents.ts";
import type { Driver } from "../../domain/driver/driver.ts";
import { mayBe, type Payout, type PayoutTransition } from "../../domain/payout/payout.ts";
import { SelectField, TextField } from "../../pages/layout/form-fields.tsx";
import { PostForm } from "../frame/frame.tsx";
import { PayoutState } from "../list/cells.tsx";

export const PLAYGROUND = "/developers/playground/test";

export const SPEEDS = [
  ["instant", "Instant (at once)"],
  ["standard", "Standard (a minute)"],
] as const;

export const PayForm = ({ driver }: { driver: Driver }) => (
  <PostForm action={`${PLAYGROUND}/${driver.id}/pay`} button={`Pay ${driver.first_name}`}>
    <div class="pair">
      <div>
        <TextField name="amount" label="Amount in USD" inputMode="decimal" value="125.00" required />
      </div>
      <div>
        <TextField name="tips" label="Of which tips" inputMode="decimal" value="0.00" />
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

export const PAYOUT_COLUMNS = [
  ["Amount", "w p1"],
  ["Status", "p3"],
  ["Change", "r p2"],
] as const;

export const payoutRow = (payout: Payout, mayChange: boolean) => {
  const amount = exactUsd(payout.amount);
  return [
    <a href={`/developers/payouts/test/${payout.id}`}>{amount}</a>,
    <PayoutState status={payout.status} />,
    mayChange &&
      HELPERS.filter(([transition]) => mayBe(transition, payout)).map(([transition, label]) => (
        <PostForm
          key={transition}
          action={`/developers/payouts/test/${payout.id}/${transition}`}
          button={label}
          of={`the payout of ${amount}, ${payout.id}`}
          kind="small"
        />
      )),
  ];
};

type ConnectFormProps = { driver: Driver; platforms: Readonly<Record<string, string>> };

export const ConnectForm = ({ driver, platforms }: ConnectFormProps) => (
  <PostForm action={`${PLAYGROUND}/${driver.id}/connect`} button="Connect" kind="small">
    <SelectField name="platform" label="Gig platform" usual="doordash" options={Object.entries(platforms)} />
  </PostForm>
);
