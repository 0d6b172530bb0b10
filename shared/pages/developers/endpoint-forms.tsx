import { EndpointFields } from "./endpoint-parts.tsx";
import type { EndpointView } from "./endpoint-view.ts";
import { PostForm, type Shown } from "./frame.tsx";

type FormsProps = { shown: Shown; endpoint: EndpointView; base: string };

/** Everything that a developer may change. The test receiver has a fixed URL. */
export const EndpointForms = ({ shown, endpoint, base }: FormsProps) => (
  <section class="card" aria-labelledby="manage">
    <h2 id="manage">Manage</h2>
    <div class="acts">
      {endpoint.status === "active" && (
        <PostForm shown={shown} action={`${base}/ping`} button="Send a ping" kind="small" />
      )}
      <PostForm
        shown={shown}
        action={`${base}/status`}
        button={endpoint.status === "active" ? "Disable" : "Enable"}
        kind="small"
      >
        <input type="hidden" name="status" value={endpoint.status === "active" ? "disabled" : "active"} />
      </PostForm>
    </div>
    {endpoint.status === "active" && (
      <details>
        <summary>Replay missed events</summary>
        <PostForm shown={shown} action={`${base}/replay`} button="Replay" kind="small">
          <p class="hint">
            Sends every event of the period that has not arrived. What has arrived is not sent again.
          </p>
          <label for="hours">Period</label>
          <select id="hours" name="hours">
            <option value="1">The last hour</option>
            <option value="24">The last 24 hours</option>
            <option value="72">The last 3 days</option>
            <option value="720">The last 30 days</option>
          </select>
        </PostForm>
      </details>
    )}
    <details>
      <summary>Rotate the secret</summary>
      <PostForm shown={shown} action={`${base}/rotate`} button="Create a new secret" kind="small">
        <input type="hidden" name="replaces" value={endpoint.secret_created_at} />
        <p class="hint">
          Old secrets also sign during the overlap, so no delivery fails while you deploy the new one.
        </p>
        <label for="overlap">Overlap</label>
        <select id="overlap" name="overlap">
          <option value="24">24 hours</option>
          <option value="1">1 hour</option>
          <option value="168">7 days</option>
          <option value="0">None: stop the old secret now</option>
        </select>
      </PostForm>
    </details>
    {!endpoint.isInbox && (
      <details>
        <summary>Edit</summary>
        <PostForm shown={shown} action={`${base}/edit`} button="Save" kind="small">
          <EndpointFields endpoint={endpoint} />
        </PostForm>
      </details>
    )}
    <details>
      <summary>Delete</summary>
      <PostForm shown={shown} action={`${base}/delete`} button="Delete this endpoint" kind="danger">
        <p class="hint">
          It gets no more events, and its list of deliveries goes, too. You cannot undo this.
        </p>
      </PostForm>
    </details>
  </section>
);
