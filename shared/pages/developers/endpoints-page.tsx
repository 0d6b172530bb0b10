import { hasRole } from "../../domain/account/member.ts";
import type { Result } from "../../http/serve/responses.ts";
import { shortened } from "./copy-box.tsx";
import { EndpointFields, EndpointStatus, WebhookTabs } from "./endpoint-parts.tsx";
import type { EndpointView } from "./endpoint-view.ts";
import { dashboardPage, Empty, PostForm, type Shown } from "./frame.tsx";

/** Sixteen endpoints are on the page, with URLs of up to 2,048 characters. */
const MAX_OF_URL = 300;

type EndpointsProps = { endpoints: readonly EndpointView[]; done: string | undefined };

export function endpointsPage(shown: Shown, { endpoints, done }: EndpointsProps): Result {
  const isOpen = shown.mode === "test" || shown.isVerified;
  return dashboardPage(
    shown,
    shown.mode === "live" ? "Live webhooks" : "Test webhooks",
    <>
      <WebhookTabs shown={shown} />
      {!isOpen && (
        <p class="notice">
          Live webhooks need live access.{" "}
          <a href="/developers/account/test">Request it on the Account page</a>.
        </p>
      )}
      {endpoints.length === 0 ? (
        <Empty title={`You have no ${shown.mode} endpoint yet`}>
          <p>
            {isOpen && "Add your server's URL below. "}No server yet?{" "}
            <a href="/developers/playground/test">Use the playground's test receiver</a>.
          </p>
        </Empty>
      ) : (
        <ul class="rows">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id} class="card">
              <div class="split">
                <h2>
                  <a href={`/developers/webhooks/${shown.mode}/${endpoint.id}`}>
                    {endpoint.isInbox ? "Test receiver" : shortened(endpoint.url, MAX_OF_URL)}
                  </a>
                </h2>
                <EndpointStatus endpoint={endpoint} />
              </div>
              <p class="fine">
                <code>{endpoint.id}</code> ·{" "}
                {endpoint.events.includes("*") ? "all events" : endpoint.events.join(", ")}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isOpen && hasRole(shown.role, "developer") && (
        <section class="card narrow" aria-labelledby="add">
          <h2 id="add">Add an endpoint</h2>
          <PostForm shown={shown} action={`/developers/webhooks/${shown.mode}/create`} button="Add endpoint">
            <EndpointFields sent={shown.sent} />
          </PostForm>
        </section>
      )}
    </>,
    { notice: done === "deleted" ? "The endpoint is deleted. It gets no more events." : undefined },
  );
}
