import { docsPath } from "../../contract/docs-paths.ts";
import type { LiveCheck } from "../../domain/account/live-checks.ts";
import {
  driverRanges,
  type LiveRequest,
  monthlyRanges,
  type LiveState,
  stateOf,
} from "../../domain/account/live-request.ts";
import type { Result } from "../../http/serve/responses.ts";
import { SelectField, TextArea, TextField } from "../../pages/layout/form-fields.tsx";
import { Dialog, dashboardPage, Facts, Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { Ago, StateBadge, type StateKind, When } from "../list/cells.tsx";
import { Table } from "../list/table.tsx";
import { accountNotices } from "./account-notices.ts";

type GoLiveProps = {
  checks: readonly LiveCheck[];
  /** The request that waits for a decision, and the last one that was decided. */
  open: LiveRequest | undefined;
  closed: LiveRequest | undefined;
};

export function goLivePage(shown: Shown, props: GoLiveProps): Result {
  const { checks } = props;
  const left = checks.filter(({ isDone }) => !isDone).length;
  return dashboardPage(
    shown,
    "Go live",
    <>
      <Part id="steps" title="Steps" aside={left === 0 ? "All done" : `${left} to do`}>
        <Table
          caption="The steps before live access, with what we saw"
          columns={COLUMNS}
          rows={checks.map((check) => [
            <a href={pageOf(check)}>{STEPS[check.name]}</a>,
            <StateBadge kind={check.isDone ? "ok" : "wait"}>{check.isDone ? "Done" : "To do"}</StateBadge>,
            <bdi>{check.seen}</bdi>,
            check.at && <Ago at={check.at} />,
          ])}
        />
      </Part>
      <Request shown={shown} {...props} />
    </>,
    {
      notices: accountNotices,
      lead: (
        <>
          Each step checks itself, and our team looks at the same list before it decides.{" "}
          <a href={docsPath("go-live")}>Who does what, and how a balance is funded</a>.
        </>
      ),
      actions:
        shown.role === "admin" &&
        (props.open ? <Withdraw /> : !shown.isVerified && <Ask before={props.closed} />),
    },
  );
}

const COLUMNS = [
  ["Step", "p1"],
  ["State", "p2"],
  ["What we saw", "w p3"],
  ["When", "r p4"],
] as const;

const STEPS: Record<LiveCheck["name"], string> = {
  profile: "Complete the live legal profile",
  endpoint: "Receive an event",
  key: "Send idempotency keys",
  failure: "Handle a failed payout",
  admin: "Add a second admin",
};

/** The page where the step is done, or what it was seen on. */
function pageOf({ name, about }: LiveCheck): string {
  const object = about === undefined ? "" : `/${about}`;
  return {
    profile: "/developers/account/live/profile",
    endpoint: `/developers/webhooks/test${object}`,
    key: "/developers/keys/test",
    failure: `/developers/payouts/test${object}`,
    admin: "/developers/account/test/team",
  }[name];
}

const STATES: Record<LiveState, readonly [StateKind, string]> = {
  asked: ["wait", "Asked"],
  in_review: ["wait", "In review"],
  approved: ["ok", "Approved"],
  declined: ["bad", "Declined"],
};

function Request({ shown: { isVerified, role }, open, closed }: GoLiveProps & { shown: Shown }) {
  const request = open ?? closed;
  return (
    <Part id="request" title="Your request" aside={request && <State request={request} />}>
      {isVerified && (
        <p>
          <StateBadge kind="ok">Open</StateBadge> Live access is open.{" "}
          <a href="/developers/keys/live">Create a live key</a>.
        </p>
      )}
      {request?.decision?.words && (
        <blockquote>
          <bdi>{request.decision.words}</bdi>
        </blockquote>
      )}
      {request && <Answers request={request} />}
      {!request && !isVerified && (
        <p>
          {role === "admin" ? "You" : "An admin of your account"} can ask at any time. We answer by email, and
          this page shows the decision.
        </p>
      )}
    </Part>
  );
}

const State = ({ request }: { request: LiveRequest }) => {
  const [kind, word] = STATES[stateOf(request)];
  return (
    <>
      <StateBadge kind={kind}>{word}</StateBadge>{" "}
      <When at={request.decision?.at ?? request.review_started_at ?? request.asked_at} />
    </>
  );
};

const Answers = ({ request }: { request: LiveRequest }) => (
  <Facts
    of={{
      Business: <bdi>{request.business}</bdi>,
      "Drivers in three months": driverRanges[request.drivers],
      "Payouts a month": monthlyRanges[request.monthly],
      "First live payout": request.starts_on,
      Asked: <When at={request.asked_at} />,
    }}
  />
);

const chosen = (ranges: Readonly<Record<string, string>>) =>
  [["", "Choose"], ...Object.entries(ranges)] as const;

const Ask = ({ before }: { before: LiveRequest | undefined }) => (
  <Dialog action="/developers/account/live-access" label="Ask for live access" button="Send the request">
    <TextArea
      name="business"
      label="What your drivers do, and how you pay them today"
      hint="Up to 500 characters."
      rows={4}
      value={before?.business}
    />
    <SelectField
      name="drivers"
      label="Drivers in the first three months"
      options={chosen(driverRanges)}
      {...(before && { usual: before.drivers })}
    />
    <SelectField
      name="monthly"
      label="Payouts a month, all drivers together"
      options={chosen(monthlyRanges)}
      {...(before && { usual: before.monthly })}
    />
    <TextField name="starts_on" label="Day of the first live payout" hint="In UTC." type="date" />
  </Dialog>
);

const Withdraw = () => (
  <Dialog
    action="/developers/account/live-access/withdraw"
    label="Withdraw"
    look="second"
    button="Withdraw the request"
    kind="danger"
  >
    <p>We delete your answers. You can ask again at any time.</p>
  </Dialog>
);
