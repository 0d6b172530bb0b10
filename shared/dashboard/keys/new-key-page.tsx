import type { ApiKey } from "../../domain/account/api-key.ts";
import { baseUrl, type Result } from "../../http/serve/responses.ts";
import { CopyBox } from "../frame/copy-box.tsx";
import { dashboardPage } from "../frame/frame.tsx";
import { shownAlreadyPage } from "../frame/problem-pages.tsx";
import type { Shown } from "../frame/shown.tsx";
import { When } from "../list/cells.tsx";

export type KeyView = {
  key: ApiKey;
  text: string;
  replaced?: { ending: string | undefined; endsAt: string; hours: number };
};

/** The only page that ever shows a whole key. */
export const newKeyPage = (shown: Shown, { key, text, replaced }: KeyView): Result =>
  dashboardPage(
    shown,
    "Copy your new key",
    <>
      <p class="lead">This is the only time we show it. We store a hash, and cannot show it again.</p>
      <CopyBox label={`${key.name ?? "New key"} (${key.mode})`} text={text} />
      {replaced && (
        <p>
          {replaced.hours === 0 ? (
            "The old key is revoked."
          ) : (
            <>
              The old key works until <When at={replaced.endsAt} />. Deploy the new one before then.
            </>
          )}
        </p>
      )}
      <h2>Try it</h2>
      <CopyBox
        label="In your terminal"
        text={`curl ${baseUrl()}/v1/drivers \\\n  -H "authorization: Bearer ${text}"`}
      />
      <p>
        <a class="button second" href={`/developers/keys/${shown.mode}`}>
          I copied it
        </a>
      </p>
    </>,
  );

export const shownKeyPage = (shown: Shown): Result =>
  shownAlreadyPage(shown, {
    what: "key",
    text: "It is in your list of keys. If you didn't copy it, rotate it there to see a new one.",
    to: [`/developers/keys/${shown.mode}`, "Go to your keys"],
  });
