import { startSignupOperation } from "../../contract/agent/start-signup.ts";
import { agentApi } from "../../contract/agent-api.ts";
import { COUNTED_BYTES, OPEN_REQUESTS_PER_MINUTE } from "../../contract/open-routes.ts";
import { type Operation, operationId } from "../../contract/operation.ts";
import { prefixes } from "../../domain/ids.ts";
import { sandboxSchedule } from "../../domain/signup/signup.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { agentEntry, docsPath } from "./docs-guides.ts";
import { Rows } from "./docs-rows.tsx";
import { Copyable, ErrorLink } from "./docs-shell.tsx";
import { textPage } from "./docs-text.tsx";

export const testingPage = () =>
  textPage("testing", docsPath("testing"), {
    sandboxId: prefixes.sandboxSignup,
    liveId: prefixes.liveSignup,
    request: <Request body={{ email: "ana@example.com", sandbox: true }} label="the sandbox request" />,
    joined: sandboxSchedule[0].after,
    opened: sandboxSchedule[1].after,
    limits: (
      <Rows
        columns={["Operation", "Limit"]}
        rows={limited.map(({ name, limits = [] }) => [
          <a href={`${agentEntry.path}/${name}`}>
            <code>{operationId(name)}</code>
          </a>,
          limits.map(({ count, seconds }) => `${count} in ${span(seconds)}`).join(", "),
        ])}
      />
    ),
    openRequests: OPEN_REQUESTS_PER_MINUTE,
    countedKb: COUNTED_BYTES / 1024,
    errors: (
      <Rows
        columns={["Error", "How"]}
        rows={provocations.map(([code, how]) => [<ErrorLink code={code} />, how])}
      />
    ),
    mistyped: (
      <Request body={{ emial: "ana@example.com", sandbox: true }} label="a request with a mistyped field" />
    ),
  });

const Request = ({ body, label }: { body: object; label: string }) => (
  <Copyable text={curl(baseUrl(), { method: "POST", path: startSignupOperation.path, body })} label={label} />
);

const limited = (agentApi as readonly Operation[]).filter(({ limits }) => limits);

const span = (seconds: number) => (seconds === 60 ? "60 seconds" : `${seconds / 3600} hours`);

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
