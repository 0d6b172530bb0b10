import { renderToString } from "preact-render-to-string";
import { hasRole } from "../../domain/account/member.ts";
import type { Driver } from "../../domain/driver/driver.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import type { InboxItem } from "../../domain/webhook/inbox.ts";
import { MAX_ENDPOINTS } from "../../domain/webhook/webhook-endpoint.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "../frame/copy-box.tsx";
import { dashboardPage, Empty, Part, PostForm } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { StateBadge, When } from "../list/cells.tsx";
import { Table } from "../list/table.tsx";
import { ConnectForm, PAYOUT_COLUMNS, PayForm, PLAYGROUND, payoutRow } from "./playground-forms.tsx";

type Received = InboxItem & { type: string; problem: string | undefined };

type PlaygroundProps = {
  driver: Driver | undefined;
  payouts: readonly Payout[];
  received: readonly Received[];
  platforms: Readonly<Record<string, string>>;
};

export const playgroundPage = (shown: Shown, props: PlaygroundProps): Result => {
  const { driver, payouts, received, platforms } = props;
  const mayChange = hasRole(shown.role, "developer");
  return dashboardPage(
    shown,
    "Playground",
    <div class="halves">
      <div>
        <Part id="driver" title="1. A driver">
          {driver ? (
            <p>
              <a href={`/developers/drivers/test/${driver.id}`}>
                {driver.first_name} {driver.last_name}
              </a>{" "}
              <code>{driver.id}</code>
            </p>
          ) : (
            <p class="soft">We create a sample driver and open the test receiver.</p>
          )}
          {mayChange && (
            <PostForm
              action={`${PLAYGROUND}/driver`}
              button={driver ? "Create another driver" : "Create a driver"}
              kind={driver ? "small" : undefined}
            />
          )}
        </Part>
        <Part id="pay" title={`2. Pay ${driver ? driver.first_name : "the driver"}`}>
          {driver && mayChange ? (
            <PayForm driver={driver} />
          ) : (
            <p class="soft">
              {mayChange ? "Create a driver first." : "Ask a developer on your account to pay."}
            </p>
          )}
          {payouts.length > 0 && (
            <Table
              caption="Your newest payouts"
              columns={PAYOUT_COLUMNS}
              rows={payouts.map((payout) => payoutRow(payout, mayChange))}
            />
          )}
        </Part>
        {driver && (
          <Part id="connect" title="3. Connect a gig platform">
            <p class="soft">
              {driver.platforms_connected?.size
                ? `Connected: ${[...driver.platforms_connected].map((one) => platforms[one] ?? one).join(", ")}.`
                : "Adds 90 days of sample earnings."}
            </p>
            {mayChange && <ConnectForm driver={driver} platforms={platforms} />}
          </Part>
        )}
      </div>
      <Part
        id="received"
        title="Test receiver"
        aside={
          <span class="js-only" data-live-state role="status">
            listening
          </span>
        }
      >
        <p class="soft">
          Your webhooks arrive here, signed as for your own server. Each signature is checked with our
          published code.
        </p>
        {/* The last step's events went to other endpoints. */}
        {shown.done === "no-receiver" && (
          <p class="mistakes">
            Your account has the maximum of {MAX_ENDPOINTS} webhook endpoints in test mode, so there is no
            room for the test receiver. Your own endpoints got the events.
          </p>
        )}
        {/* Without JavaScript, the page shows what has arrived when it is loaded. */}
        <div data-live={`${PLAYGROUND}/received`}>
          <ReceivedList received={received} />
        </div>
        <noscript>
          <p>
            <a class="button small" href={PLAYGROUND}>
              Look again
            </a>
          </p>
        </noscript>
      </Part>
    </div>,
    { lead: "Everything here happens in your sandbox, as if your code had called the API. No money moves." },
  );
};

/** The script puts the part into the page. Opened by itself, it can load and run nothing. */
const ALONE = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox" };

/** The live part alone, for the script. */
export const receivedFragment = (received: readonly Received[]): Result => ({
  statusCode: 200,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...ALONE },
  body: renderToString(<ReceivedList received={received} />),
});

const ReceivedList = ({ received }: { received: readonly Received[] }) =>
  received.length === 0 ? (
    <Empty title="Nothing yet">
      <p>Create a driver or a payout. Its events take a second or two.</p>
    </Empty>
  ) : (
    <ol class="received">
      {received.map((event) => (
        <li key={event.event_id}>
          <div class="split">
            <code>{event.type}</code>
            {event.problem === undefined ? (
              <StateBadge kind="ok">signature verified</StateBadge>
            ) : (
              <StateBadge kind="bad">not verified</StateBadge>
            )}
          </div>
          {event.problem !== undefined && <p class="mistake">{event.problem}</p>}
          <p class="fine">
            <When at={event.received_at} />
          </p>
          <details>
            <summary>
              Show the request<span class="quiet"> of {event.type}</span>
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by the keyboard */}
            <pre tabIndex={0}>
              <code>{shortened(requestText(event), MAX_OF_REQUEST)}</code>
            </pre>
          </details>
        </li>
      ))}
    </ol>
  );

/** Twelve requests are on the page. */
const MAX_OF_REQUEST = 1_500;

/** Sorted, because DynamoDB does not keep the order of a map's names. */
const requestText = ({ headers, body }: Received): string =>
  [
    ...Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .sort(),
    "",
    JSON.stringify(JSON.parse(body), null, 2),
  ].join("\n");
