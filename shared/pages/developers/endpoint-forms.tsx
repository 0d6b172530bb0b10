import { isSent } from "../layout/form.tsx";
import { SelectField } from "../layout/form-fields.tsx";
import { EndpointFields } from "./endpoint-parts.tsx";
import type { EndpointView } from "./endpoint-view.ts";
import { PostForm, type Shown } from "./frame.tsx";

const PERIODS = [
  ["1", "The last hour"],
  ["24", "The last 24 hours"],
  ["72", "The last 3 days"],
  ["720", "The last 30 days"],
] as const;

const OVERLAPS = [
  ["24", "24 hours"],
  ["1", "1 hour"],
  ["168", "7 days"],
  ["0", "None: stop the old secret now"],
] as const;

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
        hidden={{ status: endpoint.status === "active" ? "disabled" : "active" }}
      />
    </div>
    {endpoint.status === "active" && (
      <details open={isSent(shown.sent, `${base}/replay`)}>
        <summary>Replay missed events</summary>
        <PostForm shown={shown} action={`${base}/replay`} button="Replay" kind="small">
          <p class="hint">
            Sends every event of the period that has not arrived. What has arrived is not sent again.
          </p>
          <SelectField name="hours" label="Period" options={PERIODS} />
        </PostForm>
      </details>
    )}
    <details open={isSent(shown.sent, `${base}/rotate`)}>
      <summary>Rotate the secret</summary>
      <PostForm
        shown={shown}
        action={`${base}/rotate`}
        button="Create a new secret"
        kind="small"
        hidden={{ replaces: endpoint.secret_created_at }}
      >
        <p class="hint">
          Old secrets also sign during the overlap, so no delivery fails while you deploy the new one.
        </p>
        <SelectField name="overlap" label="Overlap" options={OVERLAPS} />
      </PostForm>
    </details>
    {!endpoint.isInbox && (
      <details open={isSent(shown.sent, `${base}/edit`)}>
        <summary>Edit</summary>
        <PostForm shown={shown} action={`${base}/edit`} button="Save" kind="small">
          <EndpointFields endpoint={endpoint} sent={shown.sent} />
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
