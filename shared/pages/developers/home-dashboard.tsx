import type { Account } from "../../domain/account/account.ts";
import type { HourOfRequests } from "../../domain/account/failure-counts.ts";
import { hasRole } from "../../domain/account/member.ts";
import { quotaOf } from "../../domain/account/standing.ts";
import { brand } from "../../domain/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { type Bar, Bars, countsInWords, Legend } from "./bars.tsx";
import { dashboardPage, PostForm, type Shown } from "./frame.tsx";

const KINDS = ["ok", "client", "server"] as const;
const DAY = ["24 hours ago", "now"] as const;

type Steps = Record<"key" | "driver" | "payout" | "webhook", boolean>;

type HomeProps = {
  account: Account;
  hours: readonly HourOfRequests[];
  endpoints: readonly { status: string; isFailing: boolean }[];
  deliveries: { all: number; ok: number };
  done: Steps;
  now: Date;
};

export function homeDashboardPage(shown: Shown, props: HomeProps): Result {
  const { account, hours, endpoints, deliveries, done } = props;
  const quota = quotaOf(shown.mode, account);
  const total = (of: (hour: HourOfRequests) => number) => hours.reduce((sum, hour) => sum + of(hour), 0);
  const requests = total((hour) => hour.requests) + total((hour) => hour.limited);
  const limited = total((hour) => hour.limited);
  const [client, server] = [total((hour) => hour.client) + limited, total((hour) => hour.server)];
  const sums = { ok: Math.max(0, requests - client - server), client, server };
  const peak = Math.max(...hours.map((hour) => hour.peak));
  const failing = endpoints.filter(({ status, isFailing }) => isFailing || status === "disabled").length;
  return dashboardPage(
    shown,
    "Home",
    <>
      <ul class="status">
        <li>
          <span class="tag">{shown.mode} mode</span>
        </li>
        <li>
          Live access: <strong>{statusOf(account)}</strong>
        </li>
        <li>
          Tier: <strong>{account.tier}</strong>
        </li>
      </ul>
      {shown.mode === "test" && <FirstSteps shown={shown} done={done} isVerified={account.verified} />}
      <h2>Last 24 hours</h2>
      <div class="thirds">
        <section class="card" aria-labelledby="requests">
          <h3 id="requests">Requests</h3>
          <p class="figure">{requests.toLocaleString("en-US")}</p>
          <Bars
            title="Requests by hour"
            bars={hours.map(requestBar)}
            kinds={KINDS}
            ends={DAY}
            say={countsInWords(KINDS)}
          />
          <Legend sums={sums} />
          <p class="fine">
            {client + server === 0 ? (
              "No failed request."
            ) : (
              <a href={`/developers/home/${shown.mode}/requests`}>See why requests failed</a>
            )}
          </p>
        </section>
        <section class="card" aria-labelledby="limit">
          <h3 id="limit">Rate limit</h3>
          <p class="figure">{Math.round((100 * peak) / quota.per_minute)}%</p>
          <Bars
            title="Busiest minute of each hour, of the limit"
            bars={hours.map(({ hour, peak: n }) => ({ label: labelOf(hour), parts: { ok: n } }))}
            kinds={["ok"]}
            top={quota.per_minute}
            ends={DAY}
            say={countsInWords(["ok"])}
          />
          <p class="fine">
            Busiest minute: {peak.toLocaleString("en-US")} of {quota.per_minute.toLocaleString("en-US")}{" "}
            requests.
            {limited > 0 &&
              ` ${limited.toLocaleString("en-US")} got a 429. Once a minute is full, we do not count every one.`}
          </p>
        </section>
        <section class="card" aria-labelledby="delivered">
          <h3 id="delivered">Webhooks</h3>
          <p class="figure">
            {deliveries.all === 0 ? "–" : `${Math.round((100 * deliveries.ok) / deliveries.all)}%`}
          </p>
          <Meter ok={deliveries.ok} all={deliveries.all} />
          <p class="fine">
            {deliveries.all === 0
              ? "No delivery yet. "
              : `${deliveries.ok} of the newest ${deliveries.all} deliveries arrived. `}
            {failing > 0 && (
              <strong>{failing === 1 ? "1 endpoint needs" : `${failing} endpoints need`} a look. </strong>
            )}
            <a href={`/developers/webhooks/${shown.mode}`}>Webhooks</a>
          </p>
        </section>
      </div>
    </>,
  );
}

const statusOf = ({ verified, suspended, live_access_requested_at }: Account): string => {
  if (suspended) return "suspended";
  if (verified) return "open";
  return live_access_requested_at ? "requested" : "not requested";
};

const labelOf = (hour: string) => `${hour.slice(11, 13)}:00 UTC`;

const requestBar = ({ hour, requests, client, limited, server }: HourOfRequests): Bar => ({
  label: labelOf(hour),
  parts: { ok: Math.max(0, requests - client - server), client: client + limited, server },
});

const Meter = ({ ok, all }: { ok: number; all: number }) => (
  <svg class="bars" viewBox="0 0 240 64" aria-hidden="true" focusable="false">
    <rect class="rest" x="0" y="24" width="240" height="16" rx="8" />
    {all > 0 && ok > 0 && (
      <rect class="ok" x="0" y="24" width={Math.max(16, (240 * ok) / all)} height="16" rx="8" />
    )}
  </svg>
);

type NextStepProps = { shown: Shown; label: string; href: string; isFirst: boolean };

/** The first step needs no other page: its button creates the driver. */
const NextStep = ({ shown, label, href, isFirst }: NextStepProps) =>
  isFirst && hasRole(shown.role, "developer") ? (
    <PostForm shown={shown} action={`${href}/driver`} button={label} kind="small" />
  ) : (
    <a class="button small" href={href}>
      Start<span class="quiet">: {label}</span>
    </a>
  );

/** Each step ticks itself: it reads what the account has. */
type FirstStepsProps = { shown: Shown; done: Steps; isVerified: boolean };

const FirstSteps = ({ shown, done, isVerified }: FirstStepsProps) => {
  const steps = [
    [done.driver, "Create a driver", "/developers/playground/test", "In the playground, with one click."],
    [done.payout, "Pay the driver", "/developers/playground/test", "No money moves in the sandbox."],
    [
      done.webhook,
      "Receive a verified webhook",
      "/developers/playground/test",
      "In the built-in test receiver.",
    ],
    [done.key, "Create a test key", "/developers/keys/test", "To do the same from your code."],
    [isVerified, "Get live access", "/developers/account/test", "When your integration works."],
  ] as const;
  if (steps.every(([isDone]) => isDone)) return null;
  const next = steps.findIndex(([isDone]) => !isDone);
  return (
    <section class="card" aria-labelledby="steps">
      <h2 id="steps">First steps</h2>
      <ol class="checklist">
        {steps.map(([isDone, label, href, why], i) => (
          <li key={label} class={isDone ? "done" : undefined}>
            <span class="mark" aria-hidden="true">
              {isDone ? "✓" : i + 1}
            </span>
            <span>
              {isDone ? label : <a href={href}>{label}</a>}
              {isDone && <span class="quiet"> (done)</span>}
              <span class="hint">{why}</span>
            </span>
            {i === next && <NextStep shown={shown} label={label} href={href} isFirst={i === 0} />}
          </li>
        ))}
      </ol>
      <p class="fine">
        Prefer code? <a href={`${brand.docsPath}/platform`}>Follow the quick start</a>.
      </p>
    </section>
  );
};
