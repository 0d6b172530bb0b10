import { checkRothEligibilityOperation } from "../../contract/agent/check-roth-eligibility.ts";
import { getSignupStatusOperation } from "../../contract/agent/get-signup-status.ts";
import { registerPartnerOperation } from "../../contract/agent/register-partner.ts";
import { startSignupOperation } from "../../contract/agent/start-signup.ts";
import { brand } from "../../domain/brand.ts";
import { sandboxSchedule } from "../../domain/signup/signup.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { GuideSamples } from "./docs-samples.tsx";
import { Copyable, docsPage, ErrorLink } from "./docs-shell.tsx";

const [joined, opened] = sandboxSchedule;
const testSlug = "test-acme-fleet";
const statusPath = getSignupStatusOperation.path.replace("{signup_id}", "SIGNUP_ID");

/** Two paths by request: to `account_opened`, and from registration to an attributed signup. */
export const quickStartPage = () =>
  docsPage({
    path: `${brand.docsPath}/quick-start`,
    title: "Agent quick start",
    description: `Start with the ${brand.serviceName} Agent API: take a sandbox signup to an open account, and attribute signups to a partner.`,
    lead: (
      <p class="lead">
        A few requests take a sandbox signup all the way to an open account. They need no API key, store
        nothing about a person and send no email.
      </p>
    ),
    sections: [
      ["agents", "For agents", <Agents key="agents" />],
      ["partners", "For partners", <Partners key="partners" />],
      ["live", "Going live", <Live key="live" />],
    ],
  });

const Agents = () => (
  <>
    <h3>1. Check eligibility</h3>
    <p>
      Ask for the person's filing status and expected income. Always show the <code>disclaimer</code> with the
      result.
    </p>
    <Call
      path={`${checkRothEligibilityOperation.path}?filing_status=single&magi=60000`}
      label="the eligibility request"
    />
    <h3>2. Start a signup</h3>
    <p>
      Get the person's consent first. The response is a 201 with a <code>signup_id</code>,{" "}
      <code>human_action_required</code> and <code>disclosures</code>. Show the person the last two.
    </p>
    <Call
      method="POST"
      path={startSignupOperation.path}
      body={{ email: "ana@example.com", name: "Ana", agent: { name: "Your agent" }, sandbox: true }}
      label="the signup request"
    />
    <h3>3. Check its status</h3>
    <p>
      Replace <code>SIGNUP_ID</code> with the <code>signup_id</code> from the response. In the sandbox, the
      owner's steps happen automatically: <code>initiated</code> becomes <code>waitlist_joined</code>{" "}
      {joined.after} seconds after the signup's creation, and <code>account_opened</code> {opened.after}{" "}
      seconds after its creation.
    </p>
    <Call path={statusPath} label="the status request" />
    <p>The client libraries wait for a status:</p>
    <GuideSamples name="signup" label="a signup until its account is open" />
    <p>Poll about every 15 seconds. New statuses may be added: treat unknown ones as informational.</p>
  </>
);

const Partners = () => (
  <>
    <h3>1. Register</h3>
    <p>
      The response contains your <code>partner_id</code>. In the sandbox it starts with <code>test-</code>,
      and we store nothing.
    </p>
    <Call
      method="POST"
      path={registerPartnerOperation.path}
      body={{ company: "Acme Fleet", email: "dev@acme.example", sandbox: true }}
      label="the registration request"
    />
    <h3>2. Send it with every signup</h3>
    <Call
      method="POST"
      path={startSignupOperation.path}
      body={{ email: "ana@example.com", partner_id: testSlug, sandbox: true }}
      label="the attributed signup request"
    />
    <h3>3. Check the attribution</h3>
    <p>
      A signup keeps its <code>partner_id</code>. A repeated request does not change it.
    </p>
    <Call path={statusPath} label="the attribution request" />
  </>
);

const Live = () => (
  <>
    <p>
      Leave out <code>sandbox</code>. A live signup emails the person, so get their consent first. The account
      owner confirms from the link in that email, or opens <code>signup_url</code> to have it sent again. The
      API can't confirm for them. Partners register without <code>sandbox</code>, too. Their{" "}
      <code>partner_id</code> works while the review is pending.
    </p>
    <p>
      Web pages of any site can read, and write in the sandbox. Send live requests from a server. A page can
      start live signups if its origin is that of the <code>website</code> that you registered, if our team
      has approved your registration, and if it sends your <code>partner_id</code>. An admin changes the
      website in the dashboard, under Account. A new one is reviewed again. Other pages get{" "}
      <ErrorLink code="origin_not_allowed" />.
    </p>
    <p>
      Before you go live, read <a href={`${brand.docsPath}/testing`}>Testing</a> for rate limits, idempotency
      and errors.
    </p>
  </>
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
