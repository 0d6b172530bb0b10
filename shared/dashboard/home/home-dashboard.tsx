import type { Account } from "../../domain/account/account.ts";
import type { RequestCounts } from "../../domain/account/failure-counts.ts";
import { quotaOf } from "../../domain/account/standing.ts";
import { brand } from "../../domain/brand/brand.ts";
import { exactUsd, grouped } from "../../domain/money/cents.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "../frame/copy-box.tsx";
import { dashboardPage, Part, Strip } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { StateBadge } from "../list/cells.tsx";
import type { ListPlace } from "../list/table.tsx";
import { Ranges, RequestCharts } from "../requests/request-charts.tsx";

type Steps = Record<"key" | "driver" | "payout" | "webhook", boolean>;

type HomeProps = {
  account: Account;
  counts: readonly RequestCounts[];
  place: ListPlace;
  failing: readonly { id: string; name: string }[];
  /** In cents, and counts of all time. */
  money: { available: number; payouts: number; failed: number };
  deliveries: { all: number; ok: number };
  done: Steps;
};

export function homeDashboardPage(shown: Shown, props: HomeProps): Result {
  const { account, counts, place, failing, money, deliveries, done } = props;
  const quota = quotaOf(shown.mode, account);
  const limited = counts.reduce((sum, counts) => sum + counts.limited, 0);
  const peak = Math.max(...counts.map((counts) => counts.peak));
  return dashboardPage(
    shown,
    "Home",
    <>
      <Failing shown={shown} failing={failing} />
      <Money shown={shown} money={money} />
      {shown.mode === "test" && <FirstSteps done={done} isVerified={account.verified} />}
      <Part
        id="requests"
        title="Requests"
        aside={<a href={`/developers/home/${shown.mode}/requests`}>See all requests</a>}
      >
        <RequestCharts counts={counts} />
        <p class="fine">
          Busiest minute: {grouped(peak)} of {grouped(quota.per_minute)} requests that your limit allows.
          {limited > 0 && ` At least ${grouped(limited)} rejected (429).`}
        </p>
      </Part>
      <Part
        id="delivered"
        title="Webhooks, 24 hours"
        aside={<a href={`/developers/webhooks/${shown.mode}`}>See all endpoints</a>}
      >
        <p>
          {deliveries.all === 0
            ? "No delivery yet."
            : `${deliveries.ok} of the newest ${deliveries.all} deliveries arrived.`}
        </p>
      </Part>
    </>,
    {
      lead: `Live access: ${statusOf(account)}. Tier: ${account.tier}.`,
      actions: <Ranges place={place} />,
    },
  );
}

/** The first ones by name. The list has the others. */
const NAMED = 3;

const Failing = ({ shown, failing }: Pick<HomeProps, "failing"> & { shown: Shown }) => {
  if (failing.length === 0) return null;
  const list = `/developers/webhooks/${shown.mode}`;
  return (
    <p class="notice attention">
      {failing.length === 1 ? "1 endpoint needs" : `${failing.length} endpoints need`} a look:{" "}
      {failing.slice(0, NAMED).map(({ id, name }, i) => (
        <>
          {i > 0 && ", "}
          <a href={`${list}/${id}`}>{shortened(name, 60)}</a>
        </>
      ))}
      {failing.length > NAMED && (
        <>
          {" "}
          and <a href={list}>{failing.length - NAMED} more</a>
        </>
      )}
      .
    </p>
  );
};

const Money = ({ shown, money }: Pick<HomeProps, "money"> & { shown: Shown }) => {
  const list = `/developers/payouts/${shown.mode}`;
  return (
    <Strip
      of={{
        Available: <a href={`/developers/money/${shown.mode}`}>{exactUsd(money.available)}</a>,
        Payouts: <a href={list}>{grouped(money.payouts)}</a>,
        "Failed payouts": <a href={`${list}?status=failed`}>{grouped(money.failed)}</a>,
      }}
    />
  );
};

const statusOf = ({ verified, suspended }: Account): string =>
  suspended ? "suspended" : verified ? "open" : "not open";

/** Each step ticks itself: it reads what the account has. */
type FirstStepsProps = { done: Steps; isVerified: boolean };

const FirstSteps = ({ done, isVerified }: FirstStepsProps) => {
  const steps = [
    [done.driver, "Add a driver", "/developers/drivers/test", "Any name will do."],
    [done.payout, "Pay the driver", "/developers/payouts/test", "No money moves in the sandbox."],
    [done.key, "Create a test key", "/developers/keys/test", "To do the same from your code."],
    [done.webhook, "Receive a webhook", "/developers/webhooks/test", "Each signed with your secret."],
    [isVerified, "Get live access", "/developers/account/test/go-live", "When your integration works."],
  ] as const;
  if (steps.every(([isDone]) => isDone)) return null;
  const next = steps.findIndex(([isDone]) => !isDone);
  return (
    <Part
      id="steps"
      title="First steps"
      aside={
        <>
          Prefer code? <a href={`${brand.docsPath}/platform`}>Follow the quick start</a>.
        </>
      }
    >
      <ol class="checklist">
        {steps.map(([isDone, label, href, why], i) => (
          <li key={label}>
            <StateBadge kind={isDone ? "ok" : i === next ? "wait" : "off"}>
              {isDone ? "Done" : i === next ? "Next" : "To do"}
            </StateBadge>
            <span>
              {isDone ? label : <a href={href}>{label}</a>}
              <span class="hint">{why}</span>
            </span>
            {i === next && (
              <a class="button small" href={href}>
                Start<span class="quiet">: {label}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
    </Part>
  );
};
