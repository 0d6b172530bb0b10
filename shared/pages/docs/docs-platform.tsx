import { readerQuota } from "../../domain/account/sandbox-account.ts";
import { scopes } from "../../domain/account/scope.ts";
import { sandboxQuota } from "../../domain/account/standing.ts";
import { brand } from "../../domain/brand.ts";
import { returnCodes } from "../../domain/payout/payout.ts";
import { MAX_BATCH } from "../../domain/payout/payout-batch.ts";
import {
  failingAccounts,
  REFUND_SECONDS,
  REFUNDING_ACCOUNT,
  STANDARD_SECONDS,
} from "../../domain/payout/sandbox-rail.ts";
import { SandboxKey } from "./docs-key.tsx";
import { GuideSamples } from "./docs-samples.tsx";
import { docsPage, ErrorLink } from "./docs-shell.tsx";
import { TaxForms } from "./docs-tax-forms.tsx";

/** A quick start from a key to a payout, and what to know before writing an integration. */
export const platformQuickStartPage = () =>
  docsPage({
    path: `${brand.docsPath}/platform`,
    title: "Platform quick start",
    description: `${brand.serviceName} Platform API: from a key to a payout in four steps, with API keys, rate limits, idempotency and the sandbox.`,
    lead: (
      <p class="lead">
        Use the Platform API to pay drivers, read their earnings and get tax estimates and forms. The API is
        in preview. Everything works with test keys. Live mode isn't available yet, so live requests that move
        money, link bank accounts or connect gig platforms return 403.
      </p>
    ),
    sections: [
      ["quick-start", "Quick start", <QuickStart key="quick-start" />],
      ["keys", "Keys and scopes", <Keys key="keys" />],
      ["limits", "Rate limits", <Limits key="limits" />],
      ["idempotency", "Idempotency", <Idempotency key="idempotency" />],
      ["batches", "Pay many drivers at once", <Batches key="batches" />],
      ["tax-forms", "1099 forms", <TaxForms key="tax-forms" />],
      ["sandbox", "Sandbox", <Sandbox key="sandbox" />],
    ],
  });

const QuickStart = () => (
  <>
    <h3>1. Get a key</h3>
    <SandboxKey />
    <p>
      To keep your test data, <a href="/developers">create an account in the dashboard</a> and create a test
      key there. If you run the service yourself, <code>npm run ops -- keys create --test</code> creates one,
      too.
    </p>
    <h3>2. Pay a driver</h3>
    <p>
      Create a driver, then a payout. With curl, replace <code>DRIVER_ID</code> with the driver's{" "}
      <code>id</code>. The <a href="#idempotency">idempotency key</a> makes sure that a repeated request pays
      once. Sandbox <code>instant</code> payouts complete immediately.
    </p>
    <GuideSamples name="payout" label="the first payout" />
    <h3>3. List payouts</h3>
    <p>
      A list has pages. The client libraries fetch the next page when you need it. You can delete objects
      while you page: the next page begins after the id that you send, even if its object is gone.
    </p>
    <GuideSamples name="paging" label="a list of payouts" />
    <h3>4. Handle errors</h3>
    <p>
      Each <a href={`${brand.docsPath}/errors`}>type of error</a> is a class of the client libraries. This
      amount is too small:
    </p>
    <GuideSamples name="errors" label="the handling of errors" />
  </>
);

const Keys = () => (
  <>
    <p>
      Send your API key with every request, as <code>Authorization: Bearer KEY</code>. Keys that start with{" "}
      <code>{brand.idPrefix}_test_</code> use test data. Keys that start with{" "}
      <code>{brand.idPrefix}_live_</code> use live data and need a verified account. The base URL is the same,
      and test and live data never mix. We store only a hash of each key, so a lost key can't be recovered,
      only replaced. In the <a href="/developers">dashboard</a> you create, rotate and revoke keys, and
      request live access. A rotated key can work on for up to 24 hours. A key has all of these scopes unless
      it was created with fewer:
    </p>
    <p class="codes">
      {scopes.map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
    </p>
  </>
);

const Limits = () => (
  <>
    <p>
      Rate limits apply to each account and mode. In test mode you can make {sandboxQuota.per_minute} requests
      a minute and {sandboxQuota.per_second} a second. With a sandbox key from these docs, you can make{" "}
      {readerQuota.per_minute} a minute and {readerQuota.per_second} a second. Every authenticated response
      reports your usage for the current minute in <code>X-RateLimit-Limit</code>,{" "}
      <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> (Unix seconds). A request over the
      limit gets a 429 with <ErrorLink code="rate_limit_exceeded" /> or{" "}
      <ErrorLink code="burst_limit_exceeded" />. Wait the number of seconds in <code>retry-after</code>, then
      retry. A retry that returns the original response (see <a href="#idempotency">idempotency</a>) does not
      count, and is never over the limit.
    </p>
  </>
);

const Idempotency = () => (
  <>
    <p>
      Send a unique <code>Idempotency-Key</code> with every POST. If you get no response, retry with the same
      key: the operation runs once, and every retry returns the original response, byte for byte, with{" "}
      <code>Idempotent-Replayed: true</code>. There are two exceptions. We return a webhook endpoint's{" "}
      <code>secret</code> once, so a retried registration or rotation leaves it out. If you lost the secret,
      rotate it. After you delete a driver, a retry of a request about the driver returns 404. A retry of a
      payout still returns the payout. We store idempotency keys for 30 days, and the keys of payouts forever.
      Reusing a key with a different request returns <ErrorLink code="idempotency_key_reused" />. Use long
      random idempotency keys, because each one also encrypts the response that we store.
    </p>
    <p>The client libraries send a key with each call and repeat a call with the same key:</p>
    <GuideSamples name="retries" label="a call with a key of your own" />
  </>
);

const Batches = () => (
  <>
    <p>
      Send up to {MAX_BATCH} payouts in one <code>POST /v1/payments/batches</code>, with one idempotency key.
      You get a 202 at once, and we make the payouts one by one. Each ends with a result of its own: the
      payout, or the error that a single call returns. A rejected payout stops no other, and no payout is made
      twice, however often you retry.
    </p>
    <p>
      Wait for the event <code>payment.batch.completed</code>, or get the batch until its <code>status</code>{" "}
      is <code>completed</code>. Then read <code>GET /v1/payments/batches/BATCH_ID/items</code>: the results
      are in the order of your list, and <code>index</code> is a payout's place in it. Correct the rejected
      ones and send them in a new batch.
    </p>
    <p>
      Each payout counts as a request when it is made. Your batches together use at most half of your{" "}
      <a href="#limits">rate limit</a> of a minute, so your other requests still pass. {MAX_BATCH} payouts
      take ten minutes in test mode. A key that is revoked meanwhile makes no further payout.
    </p>
  </>
);

const Sandbox = () => (
  <>
    <ul>
      <li>
        <code>instant</code> payouts complete immediately, <code>standard</code> payouts after{" "}
        {STANDARD_SECONDS} seconds. The driver needs no bank account.
      </li>
      <li>
        Any <code>plaid_token</code> that starts with <code>public-sandbox-</code> links a bank account. If
        the token ends in four digits, they become the last four digits of the account number.
      </li>
      {Object.entries(failingAccounts).map(([ending, code]) => (
        <li key={ending}>
          Payouts to a bank account ending in <code>{ending}</code> fail with <code>{code}</code> (ACH{" "}
          {returnCodes[code]}).
        </li>
      ))}
      <li>
        A payout to a bank account ending in <code>{REFUNDING_ACCOUNT}</code> completes and is refunded{" "}
        {REFUND_SECONDS} seconds later.
      </li>
      <li>
        Test helpers complete, fail or refund a payout on demand, and issue a 1099-NEC of any supported year.{" "}
        <code>failPayout</code> takes the reason.
      </li>
      <li>
        Another test helper emits <code>tax.quarterly.due</code> for a driver.
      </li>
    </ul>
  </>
);
