import { createDriverOperation } from "../../contract/platform/drivers/create-driver.ts";
import { createPayoutOperation } from "../../contract/platform/payments/create-payout.ts";
import { listPayoutsOperation } from "../../contract/platform/payments/list-payouts.ts";
import { sandboxQuota } from "../../domain/account/account.ts";
import { scopes } from "../../domain/account/scope.ts";
import { brand } from "../../domain/brand.ts";
import {
  failingAccounts,
  REFUND_SECONDS,
  REFUNDING_ACCOUNT,
  STANDARD_SECONDS,
} from "../../domain/payout/sandbox-rail.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { sectionLinks } from "./docs-sections.ts";
import { Copyable, docsPage, ErrorLink } from "./docs-shell.tsx";

/** From a key to a payout in a list, and what there is to know before the first program. */
export const platformQuickStartPage = () =>
  docsPage({
    path: `${brand.docsPath}/platform`,
    title: "Platform API",
    description: `${brand.serviceName}'s Platform API: from a key to a payout in four calls, and how keys, limits, repeating and the sandbox work.`,
    siblings: sectionLinks,
    contents: [
      ["quick-start", "Quick start"],
      ["keys", "Keys and scopes"],
      ["limits", "Limits"],
      ["repeating", "Repeating calls"],
      ["sandbox", "The sandbox"],
    ],
    children: (
      <>
        <p class="lead">
          With the Platform API a platform pays its drivers, reads what they earn and helps with their taxes.
          It is a preview: test keys have all of it, and live keys are answered 503 where no money can move
          yet.
        </p>
        <QuickStart />
        <Keys />
        <Limits />
        <Repeating />
        <Sandbox />
      </>
    ),
  });

const QuickStart = () => (
  <section id="quick-start">
    <h2>Quick start</h2>
    <p>
      Ask us for a test key, or make one where you run the service yourself:{" "}
      <code>npm run ops -- keys create --test</code> prints it, once. Then:
    </p>
    <h3>1. Keep the key</h3>
    <Copyable text={`KEY=${brand.idPrefix}_test_...`} label="the line that keeps the key" />
    <h3>2. Add a driver</h3>
    <Call
      method="POST"
      path={createDriverOperation.path}
      body={createDriverOperation.bodyExample}
      label="the driver call"
    />
    <h3>3. Pay them</h3>
    <p>
      Put the driver's <code>id</code> in place of <code>DRIVER_ID</code>.
    </p>
    <Call
      method="POST"
      path={createPayoutOperation.path}
      body={{ ...createPayoutOperation.bodyExample, driver_id: "DRIVER_ID" }}
      label="the payout call"
    />
    <h3>4. See it in the list</h3>
    <Call method="GET" path={`${listPayoutsOperation.path}?limit=5`} label="the list call" />
  </section>
);

const Keys = () => (
  <section id="keys">
    <h2>Keys and scopes</h2>
    <p>
      Every call carries <code>Authorization: Bearer</code> and a key. <code>{brand.idPrefix}_test_</code>{" "}
      keys reach test data, <code>{brand.idPrefix}_live_</code> keys live data of a verified account; the
      address is the same and the data never mix. We keep only a hash of a key, so a lost one is replaced and
      not found again. A key can be made with fewer scopes than all:
    </p>
    <p class="codes">
      {scopes.map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
    </p>
  </section>
);

const Limits = () => (
  <section id="limits">
    <h2>Limits</h2>
    <p>
      Calls are counted by account and mode: test keys make {sandboxQuota.per_minute} a minute and{" "}
      {sandboxQuota.per_second} a second. Every answer to a call with a key says how the minute stands, in{" "}
      <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code>{" "}
      (unix seconds). Over it you get <ErrorLink code="rate_limit_exceeded" /> or{" "}
      <ErrorLink code="burst_limit_exceeded" /> with the seconds to wait in <code>retry-after</code>.
    </p>
  </section>
);

const Repeating = () => (
  <section id="repeating">
    <h2>Repeating calls</h2>
    <p>
      Send an <code>Idempotency-Key</code> of your own with every POST, and repeat the call with the same key
      when you did not hear an answer. It is done once; every repetition gets the first answer, byte for byte,
      with <code>Idempotent-Replayed: true</code>. Only the <code>secret</code> of a webhook endpoint is left
      out when its registration or its rotation is repeated: it is told once, so rotate it if the answer was
      lost. Keys are kept for 30 days, those of payouts for ever. Another request under the same key is{" "}
      <ErrorLink code="idempotency_key_reused" />. Use random keys: they also protect what we keep of your
      request.
    </p>
  </section>
);

const Sandbox = () => (
  <section id="sandbox">
    <h2>The sandbox</h2>
    <ul>
      <li>
        <code>instant</code> payouts complete in the call, <code>standard</code> ones after {STANDARD_SECONDS}{" "}
        seconds. A bank account is not needed.
      </li>
      <li>
        Any <code>plaid_token</code> that begins with <code>public-sandbox-</code> links an account; four
        digits at its end become the account's last four.
      </li>
      {Object.entries(failingAccounts).map(([ending, code]) => (
        <li key={ending}>
          Payouts to an account ending <code>{ending}</code> fail: <code>{code}</code>.
        </li>
      ))}
      <li>
        One to an account ending <code>{REFUNDING_ACCOUNT}</code> completes, and is refunded {REFUND_SECONDS}{" "}
        seconds later.
      </li>
      <li>Test helpers complete, fail and refund a payout when your test wants it.</li>
    </ul>
  </section>
);

const Call = ({ label, ...call }: { method: string; path: string; body?: unknown; label: string }) => (
  <Copyable text={curl(baseUrl(), { ...call, keyed: true })} label={label} />
);
