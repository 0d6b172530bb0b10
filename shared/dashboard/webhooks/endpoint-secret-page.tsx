import { brand } from "../../domain/brand/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { CopyBox } from "../frame/copy-box.tsx";
import type { EndpointView } from "./endpoint-parts.tsx";
import { dashboardPage } from "../frame/frame.tsx";
import { shownAlreadyPage } from "../frame/problem-pages.tsx";
import type { Shown } from "../frame/shown.tsx";
import { When } from "../list/cells.tsx";

/** `takesOver`: another active endpoint has the URL of this new one. */
type NewSecretProps = { endpoint: EndpointView; secret: string; takesOver: boolean };

/** The only page that ever shows an endpoint's secret. */
export const newSecretPage = (shown: Shown, { endpoint, secret, takesOver }: NewSecretProps): Result =>
  dashboardPage(
    shown,
    "Copy the signing secret",
    <>
      <p class="lead">Your server verifies each delivery with it. This is the only time we show it.</p>
      <CopyBox label={`Secret of ${endpoint.url}`} text={secret} />
      {takesOver && (
        <p class="mistakes">
          Another endpoint has this URL. An event that both subscribe to now goes only to this newer endpoint,
          signed with this secret. If you don't want that, delete this endpoint.
        </p>
      )}
      {endpoint.previous_secret_expires_at && (
        <p>
          Old secrets sign, too. The first of them stops at <When at={endpoint.previous_secret_expires_at} />.
        </p>
      )}
      <p>
        <a href={`${brand.docsPath}/webhooks`}>How to verify a signature</a>, with code to copy.
      </p>
      <p>
        <a class="button second" href={`/developers/webhooks/${shown.mode}/${endpoint.id}`}>
          I copied it
        </a>
      </p>
    </>,
  );

export const shownSecretPage = (shown: Shown, endpoint: EndpointView): Result =>
  shownAlreadyPage(shown, {
    what: "secret",
    text: "If you didn't copy it, rotate the secret on the endpoint's page to see a new one.",
    to: [`/developers/webhooks/${shown.mode}/${endpoint.id}`, "Go to the endpoint"],
  });
