import { startSignupOperation } from "../../contract/agent/start-signup.ts";
import { agentApi } from "../../contract/agent-api.ts";
import { type Operation, operationId } from "../../contract/operation.ts";
import { brand } from "../../domain/brand.ts";
import { prefixes } from "../../domain/ids.ts";
import { sandboxSchedule } from "../../domain/signup/signup.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { Copyable, docsPage, ErrorLink } from "./docs-shell.tsx";

export const testingPage = () =>
  docsPage({
    path: `${brand.docsPath}/testing`,
    title: "Testing",
    description: `How to rehearse with ${brand.serviceName}'s sandbox: ids, timing, limits, repeated calls and errors.`,
    contents: [
      ["sandbox", "The sandbox"],
      ["timing", "Timing"],
      ["limits", "Limits"],
      ["repeating", "Repeating calls"],
      ["provoking", "Provoking errors"],
    ],
    children: (
      <>
        <p class="lead">
          The sandbox is the same address and the same code. One field, <code>"sandbox": true</code>, makes a
          call a rehearsal.
        </p>
        <Sandbox />
        <Timing />
        <Limits />
        <Repeating />
        <Provoking />
      </>
    ),
  });

const Sandbox = () => (
  <section id="sandbox">
    <h2>The sandbox</h2>
    <ul>
      <li>Nothing about the person is stored, and nobody is mailed.</li>
      <li>
        Ids start with <code>{prefixes.sandboxSignup}</code>; live ones start with{" "}
        <code>{prefixes.liveSignup}</code>. Partners' slugs start with <code>test-</code>.
      </li>
      <li>Every call makes a new signup, also for an email that you used before.</li>
      <li>A sandbox signup is gone after 24 hours.</li>
      <li>
        Any well-formed <code>partner_id</code> is taken; live, it must be one that exists.
      </li>
    </ul>
    <Copyable
      text={curl(baseUrl(), {
        method: "POST",
        path: startSignupOperation.path,
        body: { email: "ana@example.com", sandbox: true },
      })}
      label="the sandbox call"
    />
  </section>
);

const Timing = () => (
  <section id="timing">
    <h2>Timing</h2>
    <p>
      What the owner does live, the sandbox does by itself, at instants that count from the signup's creation:
    </p>
    <ul>
      <li>
        <code>initiated</code> at once
      </li>
      <li>
        <code>waitlist_joined</code> after {sandboxSchedule[0].after} seconds
      </li>
      <li>
        <code>account_opened</code> after {sandboxSchedule[1].after} seconds
      </li>
    </ul>
    <p>
      Live, nothing happens until the owner confirms, and that can take days. Do not wait in a loop for it.
    </p>
  </section>
);

const limited = (agentApi as readonly Operation[]).filter(({ limits }) => limits);

const Limits = () => (
  <section id="limits">
    <h2>Limits</h2>
    <p>
      Limits are counted per address over sliding windows. Sandbox calls and repeated calls count as well.
    </p>
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">At most</th>
        </tr>
      </thead>
      <tbody>
        {limited.map(({ name, limits = [] }) => (
          <tr key={name}>
            <th scope="row">
              <a href={`${brand.docsPath}#${operationId(name)}`}>
                <code>{operationId(name)}</code>
              </a>
            </th>
            <td>{limits.map(({ count, seconds }) => `${count} in ${span(seconds)}`).join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p>
      One call more is answered 429 <ErrorLink code="rate_limit_exceeded" />. Its header{" "}
      <code>retry-after</code> says how many whole seconds to wait. Calls that are refused as invalid do not
      count.
    </p>
  </section>
);

const span = (seconds: number) => (seconds === 60 ? "60 seconds" : `${seconds / 3600} hours`);

const Repeating = () => (
  <section id="repeating">
    <h2>Repeating calls</h2>
    <p>
      Live, the email is the key: one address has one signup, compared without regard to case. The first call
      is answered 201, every later one 200 with that same signup, unchanged, however many arrive at once. So
      after a timeout, simply call again.
    </p>
    <p>
      Partner registration works alike: the same company and email get the same <code>partner_id</code>.
      Sandbox calls never repeat: each is 201 and new.
    </p>
  </section>
);

const Provoking = () => (
  <section id="provoking">
    <h2>Provoking errors</h2>
    <p>Each of these answers the same in the sandbox as it does live:</p>
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">Error</th>
          <th scope="col">How</th>
        </tr>
      </thead>
      <tbody>
        {provocations.map(([code, how]) => (
          <tr key={code}>
            <th scope="row">
              <ErrorLink code={code} />
            </th>
            <td>{how}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <Copyable
      text={curl(baseUrl(), {
        method: "POST",
        path: startSignupOperation.path,
        body: { emial: "ana@example.com", sandbox: true },
      })}
      label="a call with a mistyped field"
    />
  </section>
);

const provocations = [
  ["parameter_missing", "Leave email out of a signup."],
  ["parameter_invalid", "Send an email without an @."],
  ["parameter_unknown", "Mistype a field's name, as below."],
  ["body_invalid_json", "Send half a JSON text, or a list."],
  ["unsupported_media_type", "Leave out the content type of a body."],
  ["resource_missing", "Ask for a signup id that you made up."],
  ["method_not_allowed", "DELETE a signup."],
  ["rate_limit_exceeded", "Start eleven sandbox signups within a minute."],
] as const;
