import { renderToString } from "preact-render-to-string";
import { hasRole } from "../../domain/account/member.ts";
import type { Driver } from "../../domain/driver/driver.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import type { InboxItem } from "../../domain/webhook/inbox.ts";
import { MAX_ENDPOINTS } from "../../domain/webhook/webhook-endpoint.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "./copy-box.tsx";
import { dashboardPage, Empty, PostForm, type Shown, When } from "./frame.tsx";
import { ConnectForm, PayForm, PayoutRow, PLAYGROUND } from "./playground-forms.tsx";

type Received = InboxItem & { type: string; problem: string | undefined };

type PlaygroundProps = {
  driver: Driver | undefined;
  payouts: readonly Payout[];
  received: readonly Received[];
  platforms: Readonly<Record<string, string>>;
  /** The last step's events went to other endpoints, because the account has the maximum. */
  lacksReceiver: boolean;
};

export const playgroundPage = (shown: Shown, props: PlaygroundProps): Result => {
  const { driver, payouts, received, platforms, lacksReceiver } = props;
  const mayChange = hasRole(shown.role, "developer");
  return dashboardPage(
    shown,
    "Playground",
    <>
      <p class="lead">
        Everything here happens in your sandbox, as if your code had called the API. No money moves.
      </p>
      <div class="halves wideleft">
        <div>
          <section class="card" aria-labelledby="driver">
            <h2 id="driver">1. A driver</h2>
            {driver ? (
              <p>
                <strong>
                  {driver.first_name} {driver.last_name}
                </strong>{" "}
                <code>{driver.id}</code>
              </p>
            ) : (
              <p class="soft">We make one up. The test receiver opens, too.</p>
            )}
            {mayChange && (
              <PostForm
                shown={shown}
                action={`${PLAYGROUND}/driver`}
                button={driver ? "Create another driver" : "Create a driver"}
                kind={driver ? "small" : undefined}
              />
            )}
          </section>
          <section class="card" aria-labelledby="pay">
            <h2 id="pay">2. Pay {driver ? driver.first_name : "the driver"}</h2>
            {driver && mayChange ? (
              <PayForm shown={shown} driver={driver} />
            ) : (
              <p class="soft">
                {mayChange ? "Create a driver first." : "A developer of your account can pay."}
              </p>
            )}
            {payouts.length > 0 && (
              <ul class="plainlist payouts">
                {payouts.map((payout) => (
                  <li key={payout.id}>
                    <PayoutRow shown={shown} payout={payout} mayChange={mayChange} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {driver && (
            <section class="card" aria-labelledby="connect">
              <h2 id="connect">3. Connect a gig platform</h2>
              <p class="soft">
                {driver.platforms_connected?.size
                  ? `Connected: ${[...driver.platforms_connected].map((one) => platforms[one] ?? one).join(", ")}.`
                  : "The driver's earnings of 90 days arrive."}
              </p>
              {mayChange && <ConnectForm shown={shown} driver={driver} platforms={platforms} />}
            </section>
          )}
        </div>
        <section class="card" aria-labelledby="received">
          <div class="split">
            <h2 id="received">Test receiver</h2>
            <span class="tag js-only" data-live-state role="status">
              listening
            </span>
          </div>
          <p class="soft">
            Your webhooks arrive here, signed as for your own server. Each signature is checked with our
            published code.
          </p>
          {lacksReceiver && (
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
        </section>
      </div>
    </>,
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
      {received.map((one) => (
        <li key={one.event_id}>
          <div class="split">
            <code>{one.type}</code>
            {one.problem === undefined ? (
              <span class="tag good">✓ signature verified</span>
            ) : (
              <span class="tag bad">not verified</span>
            )}
          </div>
          {one.problem !== undefined && <p class="mistake">{one.problem}</p>}
          <p class="fine">
            <When at={one.received_at} />
          </p>
          <details>
            <summary>
              Show the request<span class="quiet"> of {one.type}</span>
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by the keyboard */}
            <pre tabIndex={0}>
              <code>{shortened(requestText(one), MAX_OF_REQUEST)}</code>
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
