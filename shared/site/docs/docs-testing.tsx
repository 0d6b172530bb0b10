import { startSignupOperation } from "../../contract/agent/start-signup.ts";
import { agentApi } from "../../contract/agent-api.ts";
import { COUNTED_BYTES, OPEN_REQUESTS_PER_MINUTE } from "../../contract/open-routes.ts";
import { type Operation, operationId } from "../../contract/operation.ts";
import { prefixes } from "../../domain/item/ids.ts";
import { sandboxSchedule } from "../../domain/signup/signup.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { curl } from "./docs-curl.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { agentEntry } from "./docs-guides.ts";
import { Rows } from "./docs-rows.tsx";
import { libraries } from "./docs-samples.tsx";
import { Copyable } from "./docs-shell.tsx";
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
    // npx takes the package of this address, and not one of that name from a registry.
    program: `npx --yes ${baseUrl()}${docsPath(`libraries/${npmFile}`)} fake --port 4010`,
    openRequests: OPEN_REQUESTS_PER_MINUTE,
    countedKb: COUNTED_BYTES / 1024,
    mistyped: (
      <Request body={{ emial: "ana@example.com", sandbox: true }} label="a request with a mistyped field" />
    ),
  });

const Request = ({ body, label }: { body: object; label: string }) => (
  <Copyable text={curl(baseUrl(), { method: "POST", path: startSignupOperation.path, body })} label={label} />
);

const npmFile = libraries.find(({ language }) => language === "typescript")?.file ?? "";

const limited = (agentApi as readonly Operation[]).filter(({ limits }) => limits);

const span = (seconds: number) => (seconds === 60 ? "60 seconds" : `${seconds / 3600} hours`);
