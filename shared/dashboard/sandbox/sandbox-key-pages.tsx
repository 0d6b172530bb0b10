import { SANDBOX_KEY_PATH, sandboxKeyLimit } from "../../contract/developers/sign-in.ts";
import { readerQuota } from "../../domain/account/sandbox-account.ts";
import { brand } from "../../domain/brand/brand.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import type { OwnIds } from "../../pages/client/own-names.ts";
import { formPage } from "../../pages/layout/form-page.tsx";
import { htmlResult } from "../../pages/layout/layout.tsx";
import { docsPath } from "../../contract/docs-paths.ts";

const [{ count }] = sandboxKeyLimit.limits;
const options = { path: brand.docsPath, forDevelopers: true };

export const askKeyPage = (token: FormToken): Result =>
  formPage(
    200,
    "Get a sandbox key",
    <>
      <p>
        You get a new sandbox with a driver, a bank account, a connected gig platform, and a key to all of it.
      </p>
      <p>
        The key works for 24 hours, for {readerQuota.per_minute} requests a minute. Each IP address gets{" "}
        {count} keys a day. <a href="/developers">Create an account</a> any time to keep the sandbox.
      </p>
    </>,
    { token, action: SANDBOX_KEY_PATH, button: "Get a sandbox key", options },
  );

/** The key is in this page only. The script of the docs reads it from here. */
export const madeKeyPage = (key: string, expiresAt: string, ids: OwnIds): Result =>
  htmlResult(
    200,
    "Your sandbox key",
    <>
      <p>Copy the key now, because we store only its hash. It works until {minuteOf(expiresAt)} UTC.</p>
      <pre>
        <code data-made-key={expiresAt} data-ids={JSON.stringify(ids)}>
          {key}
        </code>
      </pre>
      <p>Use these IDs in place of their names in the samples:</p>
      <pre>
        <code>
          {Object.entries(ids)
            .map(([name, id]) => `${name}  ${id}`)
            .join("\n")}
        </code>
      </pre>
      <p>
        <a class="button" href={docsPath("platform")}>
          Open the docs
        </a>
      </p>
    </>,
    options,
  );

/** For a reload of that page. */
export const shownSandboxKeyPage = (): Result =>
  htmlResult(
    410,
    "We showed this key already",
    <p>
      A key is shown once. <a href={SANDBOX_KEY_PATH}>Get another sandbox key</a>, or{" "}
      <a href="/developers">create an account</a>.
    </p>,
    options,
  );

const minuteOf = (instant: string) => instant.slice(0, 16).replace("T", ", ");

const MAX_SHOWN = 40_000;

export const triedPage = (request: string, reply: { status: string; text: string }): Result =>
  htmlResult(
    200,
    reply.status,
    <>
      <p>The docs keep your sandbox key and your IDs in this browser for a day. The next form uses them.</p>
      <h2>Request</h2>
      <pre>
        <code>{request}</code>
      </pre>
      <h2>Response</h2>
      <pre>
        <code>{reply.text.slice(0, MAX_SHOWN)}</code>
      </pre>
      {reply.text.length > MAX_SHOWN && (
        <p>The reply is longer. This page shows its first {MAX_SHOWN.toLocaleString("en-US")} characters.</p>
      )}
      <p>
        <a class="button" href={docsPath("platform")}>
          Open the docs
        </a>
      </p>
      <p>
        To keep the sandbox, <a href="/developers">create an account</a>.
      </p>
    </>,
    options,
  );
