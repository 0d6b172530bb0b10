import { checkRothEligibilityOperation } from "../../contract/agent/check-roth-eligibility.ts";
import { getSignupStatusOperation } from "../../contract/agent/get-signup-status.ts";
import { registerPartnerOperation } from "../../contract/agent/register-partner.ts";
import { startSignupOperation } from "../../contract/agent/start-signup.ts";
import { sandboxSchedule } from "../../domain/signup/signup.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { GuideSamples } from "./docs-samples.tsx";
import { Copyable } from "./docs-shell.tsx";
import { textPage } from "./docs-text.tsx";

const [joined, opened] = sandboxSchedule;
const { path: eligibility } = checkRothEligibilityOperation;
const statusPath = getSignupStatusOperation.path.replace("{signup_id}", "SIGNUP_ID");
const person = { email: "ana@example.com", name: "Ana", agent: { name: "Your agent" }, sandbox: true };
const company = { company: "Acme Fleet", email: "dev@acme.example", sandbox: true };
const attributed = { email: "ana@example.com", partner_id: "test-acme-fleet", sandbox: true };

export const quickStartPage = () =>
  textPage("quick-start", docsPath("quick-start"), {
    joined: joined.after,
    opened: opened.after,
    eligibility: (
      <Call path={`${eligibility}?filing_status=single&magi=60000`} label="the eligibility request" />
    ),
    signup: <Call path={startSignupOperation.path} body={person} label="the signup request" />,
    status: <Call path={statusPath} label="the status request" />,
    sample: <GuideSamples name="signup" label="a signup until its account is open" />,
    registration: (
      <Call path={registerPartnerOperation.path} body={company} label="the registration request" />
    ),
    attributed: (
      <Call path={startSignupOperation.path} body={attributed} label="the attributed signup request" />
    ),
    attribution: <Call path={statusPath} label="the attribution request" />,
  });

const Call = ({ label, ...call }: { path: string; body?: unknown; label: string }) => (
  <Copyable text={curl(baseUrl(), { method: call.body ? "POST" : "GET", ...call })} label={label} />
);
