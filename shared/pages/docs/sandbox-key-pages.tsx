import { sandboxKeyLimit } from "../../contract/developers/sign-in.ts";
import { readerQuota } from "../../domain/account/sandbox-account.ts";
import { brand } from "../../domain/brand.ts";
import type { FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { formPage } from "../layout/form-page.tsx";
import { htmlResult } from "../layout/layout.tsx";
import { SANDBOX_KEY_PATH } from "./docs-key.tsx";

const [{ count }] = sandboxKeyLimit.limits;
const options = { path: brand.docsPath, forDevelopers: true };

export const askKeyPage = (token: FormToken): Result =>
  formPage(
    200,
    "Get a sandbox key",
    <p>
      You get a key to a new sandbox account, which has all permissions on test data. It works for 24 hours,
      for {readerQuota.per_minute} requests a minute. Each IP address gets {count} keys a day. To keep your
      test data, <a href="/developers">create an account</a> instead.
    </p>,
    { token, action: SANDBOX_KEY_PATH, button: "Get a sandbox key", options },
  );

/** The key is in this page only. The script of the docs reads it from here. */
export const madeKeyPage = (key: string, expiresAt: string): Result =>
  htmlResult(
    200,
    "Your sandbox key",
    <>
      <p>Copy the key now, because we store only its hash. It works until {minuteOf(expiresAt)} UTC.</p>
      <pre>
        <code data-made-key={expiresAt}>{key}</code>
      </pre>
      <p>
        <a class="button" href={`${brand.docsPath}/platform`}>
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
