import type { Account } from "../../domain/account/account.ts";
import type { RequestCounts } from "../../domain/account/failure-counts.ts";
import { quotaOf } from "../../domain/account/standing.ts";
import { brand } from "../../domain/brand/brand.ts";
import { exactUsd, grouped } from "../../domain/money/cents.ts";
import type { RejectedBatch } from "../../store/payout/payout-batches.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "../frame/copy-box.tsx";
import { dashboardPage, Part, Strip } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { StateBadge } from "../list/cells.tsx";
import type { ListPlace } from "../list/table.tsx";
import { Ranges, RequestCharts } from "../requests/request-charts.tsx";

type Steps = Record<"key" | "driver" | "payout" | "webhook", boolean>;

/** What a person should look at, of the last seven days. */
type Todo = {
  failed: { count: number; since: string };
  rejected: RejectedBatch | undefined;
  failing: readonly { id: string; name: string }[];
  lacksPayer: boolean;
};

type HomeProps = {
  account: Account;
  counts: readonly RequestCounts[];
  place: ListPlace;
  todo: Todo;
  /** In cents, and a count of all time. */
  money: { available: number; pending: number; payouts: number };
  deliveries: { all: number; ok: number };
  done: Steps;
};

export function homeDashboardPage(shown: Shown, props: HomeProps): Result {
  const { account, counts, place, todo, money, deliveries, done } = props;
  const quota = quotaOf(shown.mode, account);
  const limited = counts.reduce((sum, counts) => sum + counts.limited, 0);
  const peak = Math.max(...counts.map((counts) => counts.peak));
  return dashboardPage(
    shown,
    "Home",
    <>
      <TodoList shown={shown} todo={todo} />
      <Strip
        of={{
          Available: <a href={`/developers/money/${shown.mode}`}>{exactUsd(money.available)}</a>,
          "On its way": exactUsd(money.pending),
          Payouts: <a href={`/developers/payouts/${shown.mode}`}>{grouped(money.payouts)}</a>,
          "Webhooks arrived, 24 hours": (
            <a href={`/developers/webhooks/${shown.mode}`}>
              {deliveries.all === 0 ? "None" : `${deliveries.ok} of ${deliveries.all}`}
            </a>
          ),
        }}
      />
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
    </>,
    {
      lead: `Live access: ${statusOf(account)}. Tier: ${account.tier}.`,
      actions: <Ranges place={place} />,
    },
  );
}

/** The first ones by name. The list has the others. */
const NAMED = 3;

const counted = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

const TodoList = ({ shown: { mode }, todo }: { shown: Shown; todo: Todo }) => {
  const { failed, rejected, failing, lacksPayer } = todo;
  const payouts = `/developers/payouts/${mode}`;
  const webhooks = `/developers/webhooks/${mode}`;
  const items = [
    failed.count > 0 && (
      <a href={`${payouts}?status=failed&from=${failed.since}`}>
        {counted(failed.count, "payout")} failed in the last 7 days
      </a>
    ),
    rejected && (
      <a href={`${payouts}/batches/${rejected.batch_id}?result=rejected`}>
        {counted(rejected.rejected, "payout")} of a batch rejected
      </a>
    ),
    failing.length > 0 && (
      <>
        {counted(failing.length, "endpoint")} {failing.length === 1 ? "needs" : "need"} a look:{" "}
        {failing.slice(0, NAMED).map(({ id, name }, i) => (
          <>
            {i > 0 && ", "}
            <a href={`${webhooks}/${id}`}>{shortened(name, 60)}</a>
          </>
        ))}
        {failing.length > NAMED && (
          <>
            {" "}
            and <a href={webhooks}>{failing.length - NAMED} more</a>
          </>
        )}
      </>
    ),
    lacksPayer && (
      <a href={`/developers/account/${mode}/profile`}>Tax forms would miss your address or EIN</a>
    ),
  ].filter(Boolean);
  if (items.length === 0) return null;
  return (
    <Part id="todo" title="To do">
      <ul class="checklist">
        {items.map((item, i) => (
          <li key={i}>
            <StateBadge kind="warn">Look</StateBadge>
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </Part>
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
  const left = steps.filter(([isDone]) => !isDone);
  if (left.length === 0) return null;
  return (
    <Part
      id="steps"
      title="First steps"
      aside={
        <>
          {steps.length - left.length} of {steps.length} done. Prefer code?{" "}
          <a href={`${brand.docsPath}/platform`}>Follow the quick start</a>.
        </>
      }
    >
      <ol class="checklist">
        {left.map(([, label, href, why], i) => (
          <li key={label}>
            <StateBadge kind={i === 0 ? "wait" : "off"}>{i === 0 ? "Next" : "To do"}</StateBadge>
            <span>
              <a href={href}>{label}</a>
              <span class="hint">{why}</span>
            </span>
            {i === 0 && (
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
