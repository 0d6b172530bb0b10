import { SelectField } from "../../pages/layout/form-fields.tsx";
import { EndpointFields, type EndpointView } from "./endpoint-parts.tsx";
import { Dialog, Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";

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

type FormsProps = { endpoint: EndpointView; base: string; shown: Shown };

/** Everything that a developer may change. */
export const EndpointForms = ({ endpoint, base, shown }: FormsProps) => (
  <Part id="manage" title="Manage">
    <div class="acts">
      {endpoint.status === "active" && (
        <Dialog action={`${base}/ping`} label="Send a ping" look="small" button="Send it">
          <p>Your server gets one event, of the type ping.</p>
        </Dialog>
      )}
      <Dialog action={`${base}/edit`} label="Edit" look="small" button="Save">
        <EndpointFields endpoint={endpoint} shown={shown} />
      </Dialog>
    </div>
    <div class="acts">
      <SwitchForm base={base} isActive={endpoint.status === "active"} />
      <Dialog
        action={`${base}/rotate`}
        label="Rotate the secret"
        look="small"
        button="Create a new secret"
        hidden={{ replaces: endpoint.secret_created_at }}
      >
        <p>Old secrets also sign during the overlap, so no delivery fails while you deploy the new one.</p>
        <SelectField name="overlap" label="Overlap" options={OVERLAPS} />
      </Dialog>
      <Dialog
        action={`${base}/delete`}
        label="Delete"
        look="danger"
        kind="danger"
        button="Delete this endpoint"
      >
        <p>It gets no more events, and its list of deliveries goes, too. You can't undo this.</p>
      </Dialog>
    </div>
  </Part>
);

type SwitchProps = { base: string; isActive: boolean };

const SwitchForm = ({ base, isActive }: SwitchProps) => {
  const label = isActive ? "Disable" : "Enable";
  return (
    <Dialog
      action={`${base}/status`}
      label={label}
      look="small"
      button={`${label} this endpoint`}
      hidden={{ status: isActive ? "disabled" : "active" }}
    >
      <p>
        {isActive
          ? "We send it nothing until you enable it. We store its events for 30 days."
          : "New events arrive from now on. Replay those that it missed."}
      </p>
    </Dialog>
  );
};

/** Resends all that has not arrived. `missed`: of the newest deliveries, those that have not. */
export const ReplayForm = ({ base, missed }: { base: string; missed: number }) => (
  <Dialog
    action={`${base}/replay`}
    label="Replay missed events"
    look={missed === 0 ? "second" : undefined}
    button="Replay"
  >
    <p>
      Sends every event of the period that has not arrived. What has arrived is not sent again.
      {missed > 0 && ` Of the newest deliveries, ${missed} ${missed === 1 ? "has" : "have"} not arrived.`}
    </p>
    <SelectField name="hours" label="Period" options={PERIODS} />
  </Dialog>
);
