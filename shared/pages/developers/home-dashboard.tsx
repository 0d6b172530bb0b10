import type { Account } from "../../domain/account/account.ts";
import type { HourOfRequests } from "../../domain/account/failure-counts.ts";
import { hasRole } from "../../domain/account/member.ts";
import { quotaOf } from "../../domain/account/standing.ts";
import { brand } from "../../domain/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { type Bar, Bars, countsInWords, Legend } from "./bars.tsx";
import { dashboardPage, Part, PostForm, type Shown } from "./frame.tsx";
import { StateBadge } from "./list/cells.tsx";

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
      {shown.mode === "test" && <FirstSteps shown={shown} done={done} isVerified={account.verified} />}
      <div class="thirds">
        <Part id="requests" title="Requests" aside="Last 24 hours">
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
        </Part>
        <Part id="limit" title="Rate limit, peak" aside="Last 24 hours">
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
            Peak: {peak.toLocaleString("en-US")} of {quota.per_minute.toLocaleString("en-US")} requests a
            minute.
            {limited > 0 && ` At least ${limited.toLocaleString("en-US")} rejected (429).`}
          </p>
        </Part>
        <Part id="delivered" title="Webhooks" aside="Last 24 hours">
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
        </Part>
      </div>
    </>,
    { lead: `Live access: ${statusOf(account)}. Tier: ${account.tier}.` },
  );
}

const statusOf = ({ verified, suspended }: Account): string =>
  suspended ? "suspended" : verified ? "open" : "not open";

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
            {i === next && <NextStep shown={shown} label={label} href={href} isFirst={i === 0} />}
          </li>
        ))}
      </ol>
    </Part>
  );
};
