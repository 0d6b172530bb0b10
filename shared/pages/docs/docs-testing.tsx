import { startSignupOperation } from "../../contract/agent/start-signup.ts";
import { agentApi } from "../../contract/agent-api.ts";
import { COUNTED_BYTES, OPEN_REQUESTS_PER_MINUTE } from "../../contract/open-routes.ts";
import { type Operation, operationId } from "../../contract/operation.ts";
import { brand } from "../../domain/brand.ts";
import { prefixes } from "../../domain/ids.ts";
import { sandboxSchedule } from "../../domain/signup/signup.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { agentEntry } from "./docs-guides.ts";
import { Rows } from "./docs-rows.tsx";
import { Copyable, docsPage, ErrorLink } from "./docs-shell.tsx";

export const testingPage = () =>
  docsPage({
    path: `${brand.docsPath}/testing`,
    title: "Testing",
    description: `How to test the Agent API with the ${brand.serviceName} sandbox: ids, timing, rate limits, idempotency and errors.`,
    lead: (
      <p class="lead">
        This page is about the Agent API. Its sandbox uses the same base URL and the same code. Add{" "}
        <code>"sandbox": true</code> to a request to use it. In the Platform API, test keys select the{" "}
        <a href={`${brand.docsPath}/platform#sandbox`}>sandbox</a>.
      </p>
    ),
    sections: [
      ["sandbox", "Sandbox", <Sandbox key="sandbox" />],
      ["timing", "Timing", <Timing key="timing" />],
      ["limits", "Rate limits", <Limits key="limits" />],
      ["idempotency", "Idempotency", <Idempotency key="idempotency" />],
      ["trigger-errors", "Trigger errors", <TriggerErrors key="trigger-errors" />],
    ],
  });

const Sandbox = () => (
  <>
    <ul>
      <li>It stores nothing about a person and sends no email.</li>
      <li>
        Signup ids start with <code>{prefixes.sandboxSignup}</code>; live ones start with{" "}
        <code>{prefixes.liveSignup}</code>. Partner slugs start with <code>test-</code>.
      </li>
      <li>Every request creates a new signup, even with an email that you used before.</li>
      <li>A sandbox signup is deleted after 24 hours.</li>
      <li>
        Any well-formed <code>partner_id</code> works. In live mode, it must exist.
      </li>
    </ul>
    <Copyable
      text={curl(baseUrl(), {
        method: "POST",
        path: startSignupOperation.path,
        body: { email: "ana@example.com", sandbox: true },
      })}
      label="the sandbox request"
    />
  </>
);

const Timing = () => (
  <>
    <p>
      In the sandbox, the owner's steps happen automatically. A signup's status depends on how long ago you
      created it:
    </p>
    <ul>
      <li>
        <code>initiated</code> immediately
      </li>
      <li>
        <code>waitlist_joined</code> after {sandboxSchedule[0].after} seconds
      </li>
      <li>
        <code>account_opened</code> after {sandboxSchedule[1].after} seconds
      </li>
    </ul>
    <p>
      In live mode, nothing happens until the owner confirms. That can take days, so don't wait for it in a
      loop.
    </p>
  </>
);

const limited = (agentApi as readonly Operation[]).filter(({ limits }) => limits);

const Limits = () => (
  <>
    <p>
      Rate limits apply per IP address over sliding windows. Sandbox requests and idempotent replays count
      too.
    </p>
    <Rows
      columns={["Operation", "Limit"]}
      rows={limited.map(({ name, limits = [] }) => [
        <a href={`${agentEntry.path}/${name}`}>
          <code>{operationId(name)}</code>
        </a>,
        limits.map(({ count, seconds }) => `${count} in ${span(seconds)}`).join(", "),
      ])}
    />
    <p>
      All other requests without a key: {OPEN_REQUESTS_PER_MINUTE} a minute or more. A reply counts once for
      every {COUNTED_BYTES / 1024} KB, so ask for gzip.
    </p>
    <p>
      The next request gets a 429 with <ErrorLink code="rate_limit_exceeded" />. Wait the number of seconds in
      its <code>retry-after</code> header, then retry. Invalid requests don't count.
    </p>
  </>
);

const span = (seconds: number) => (seconds === 60 ? "60 seconds" : `${seconds / 3600} hours`);

const Idempotency = () => (
  <>
    <p>
      In live mode, a signup is idempotent by email: each email can have only one signup, regardless of letter
      case. The first request returns 201. Every later one returns 200 with the same signup, unchanged, even
      when many arrive at once. After a timeout, just retry.
    </p>
    <p>
      Partner registration works the same way: the same company and email return the same{" "}
      <code>partner_id</code>. The sandbox has no idempotent replays: each request returns 201 and a new id.
    </p>
  </>
);

const TriggerErrors = () => (
  <>
    <p>Each of these returns the same error in the sandbox and in live mode:</p>
    <Rows
      columns={["Error", "How"]}
      rows={provocations.map(([code, how]) => [<ErrorLink code={code} />, how])}
    />
    <Copyable
      text={curl(baseUrl(), {
        method: "POST",
        path: startSignupOperation.path,
        body: { emial: "ana@example.com", sandbox: true },
      })}
      label="a request with a mistyped field"
    />
  </>
);

const provocations = [
  ["parameter_missing", "Leave email out of a signup."],
  ["parameter_invalid", "Send an email without an @."],
  ["parameter_unknown", "Mistype a field's name, as below."],
  ["body_invalid_json", "Send incomplete JSON, or an array."],
  ["unsupported_media_type", "Send a body without a content type."],
  ["resource_missing", "Request a signup id that you made up."],
  ["method_not_allowed", "Send DELETE to a signup."],
  ["rate_limit_exceeded", "Start eleven sandbox signups within a minute."],
] as const;
