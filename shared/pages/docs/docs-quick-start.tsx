import { checkRothEligibilityOperation } from "../../contract/agent/check-roth-eligibility.ts";
import { getSignupStatusOperation } from "../../contract/agent/get-signup-status.ts";
import { registerPartnerOperation } from "../../contract/agent/register-partner.ts";
import { startSignupOperation } from "../../contract/agent/start-signup.ts";
import { brand } from "../../domain/brand.ts";
import { sandboxSchedule } from "../../domain/signup/signup.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { Copyable, docsPage } from "./docs-shell.tsx";

const [joined, opened] = sandboxSchedule;
const testSlug = "test-acme-fleet";
const statusPath = getSignupStatusOperation.path.replace("{signup_id}", "SIGNUP_ID");

/** From nothing to `account_opened`, and from a registration to an attributed signup, call by call. */
export const quickStartPage = () =>
  docsPage({
    path: `${brand.docsPath}/quick-start`,
    title: "Quick start",
    description: `${brand.serviceName}'s Agent API in a few calls: a signup from start to open account, and a partner's attribution.`,
    contents: [
      ["agents", "For agents"],
      ["partners", "For partners"],
      ["live", "Going live"],
    ],
    children: (
      <>
        <p class="lead">
          A few calls take a sandbox signup all the way to an open account. They need no key, store nothing
          about a person, and mail nobody.
        </p>
        <Agents />
        <Partners />
        <Live />
      </>
    ),
  });

const Agents = () => (
  <section id="agents">
    <h2>For agents</h2>
    <h3>1. Check whether it suits the person</h3>
    <p>
      Ask how they file and what they expect to earn. Show the <code>disclaimer</code> with the answer,
      always.
    </p>
    <Call
      path={`${checkRothEligibilityOperation.path}?filing_status=single&magi=60000`}
      label="the eligibility call"
    />
    <h3>2. Start a signup</h3>
    <p>
      Only with the person's consent. The answer is 201 with a <code>signup_id</code>, the text{" "}
      <code>human_action_required</code> and <code>disclosures</code>: tell the person both.
    </p>
    <Call
      method="POST"
      path={startSignupOperation.path}
      body={{ email: "ana@example.com", name: "Ana", agent: { name: "Your agent" }, sandbox: true }}
      label="the signup call"
    />
    <h3>3. Follow it</h3>
    <p>
      Put the <code>signup_id</code> of the answer in place of <code>SIGNUP_ID</code>. In the sandbox the
      owner's steps happen by themselves: <code>initiated</code> becomes <code>waitlist_joined</code>{" "}
      {joined.after} seconds after the start, and <code>account_opened</code> {opened.after} seconds after it.
    </p>
    <Call path={statusPath} label="the status call" />
    <p>Ask every 15 seconds or so. A status you do not know means that something new was added: carry on.</p>
  </section>
);

const Partners = () => (
  <section id="partners">
    <h2>For partners</h2>
    <h3>1. Register</h3>
    <p>
      The answer holds your <code>partner_id</code>. In the sandbox it starts with <code>test-</code> and
      nothing is stored.
    </p>
    <Call
      method="POST"
      path={registerPartnerOperation.path}
      body={{ company: "Acme Fleet", email: "dev@acme.example", sandbox: true }}
      label="the registration call"
    />
    <h3>2. Pass it on every signup</h3>
    <Call
      method="POST"
      path={startSignupOperation.path}
      body={{ email: "ana@example.com", partner_id: testSlug, sandbox: true }}
      label="the attributed signup call"
    />
    <h3>3. See the attribution</h3>
    <p>
      The signup carries your <code>partner_id</code> for good. It is the first one given that counts: a
      repeated call changes nothing.
    </p>
    <Call path={statusPath} label="the attribution call" />
  </section>
);

const Live = () => (
  <section id="live">
    <h2>Going live</h2>
    <p>
      Leave <code>sandbox</code> out. Now we mail the address that you give, so the person must want that. The
      owner opens <code>signup_url</code> or the mail, reads the disclosures and confirms; no call of the API
      can do it for them. Partners register without <code>sandbox</code> and use the <code>partner_id</code>{" "}
      that they get; it works while the review is pending.
    </p>
    <p>
      Rehearse the rest first: <a href={`${brand.docsPath}/testing`}>testing</a> tells about limits, repeated
      calls and errors.
    </p>
  </section>
);

const Call = ({
  method = "GET",
  label,
  ...call
}: {
  method?: string;
  path: string;
  body?: unknown;
  label: string;
}) => <Copyable text={curl(baseUrl(), { method, ...call })} label={label} />;
