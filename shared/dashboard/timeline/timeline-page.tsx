import type { Timeline, TimelineStep } from "../../domain/timeline/timeline.ts";
import type { Result } from "../../http/serve/responses.ts";
import { dashboardPage, Empty, Part } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { exactTime, nameInWords, endsOfId, StateBadge } from "../list/cells.tsx";

type TimelineProps = { id: string; timeline?: Timeline };

export const timelinePage = (shown: Shown, { id, timeline }: TimelineProps, status = 200): Result =>
  dashboardPage(
    shown,
    "Timeline",
    <>
      <FindForm mode={shown.mode} id={id} />
      {timeline ? <Found shown={shown} timeline={timeline} /> : id === "" ? <Intro /> : <Unknown />}
    </>,
    { status },
  );

const FindForm = ({ mode, id }: { mode: string; id?: string }) => (
  <form method="get" action={`/developers/home/${mode}/timeline`}>
    <label for="find">
      Find an ID <span class="hint">of a payout, driver, batch, event, delivery, signup or request</span>
    </label>
    <div class="inline">
      <input id="find" name="id" value={id} autocomplete="off" spellcheck={false} maxLength={64} />
      <button type="submit">Show its timeline</button>
    </div>
  </form>
);

const Intro = () => (
  <p class="soft">
    Paste an ID. You see what happened to it in order: money, events, deliveries with each attempt, emails,
    and what comes next. The ID of a request is in the header <code>x-request-id</code> of its reply.
  </p>
);

const Unknown = () => (
  <Empty title="Nothing has this ID">
    <p>
      Your account has no such object, in test or live mode. We keep events and deliveries for 30 days, and
      failed requests for 7 days. We keep no record of a request that succeeded: paste the ID of what it made.
    </p>
  </Empty>
);

const Found = ({ shown, timeline }: { shown: Shown; timeline: Timeline }) => {
  const { asked, subject, status, hasMore } = timeline;
  return (
    <Part
      id="subject"
      title={subject}
      aside={status && <StateBadge kind="off">{nameInWords(status)}</StateBadge>}
    >
      {asked !== subject && (
        <p class="soft">
          <code>{asked}</code> belongs to it and is marked below.
        </p>
      )}
      <TimelineSteps shown={shown} timeline={timeline} />
      {hasMore && (
        <p class="soft">These are the newest 50 events and 25 payouts. Each leads to its own timeline.</p>
      )}
    </Part>
  );
};

/** `isOfOneKind`: then no step names its kind. */
type StepsProps = { shown: Shown; timeline: Timeline; isOfOneKind?: boolean | undefined };

export const TimelineSteps = ({ shown, timeline, isOfOneKind }: StepsProps) => (
  <ol class="line">
    {timeline.steps.map((step, i) => (
      <Step key={i} shown={shown} step={step} timeline={timeline} isOfOneKind={isOfOneKind} />
    ))}
  </ol>
);

const STATES = { ok: "ok", bad: "bad", back: "back", next: "now" } as const;

type StepProps = StepsProps & { step: TimelineStep };

const Step = ({ shown, step, timeline: { asked, subject }, isOfOneKind }: StepProps) => {
  const { at, kind, what, state, id } = step;
  const page = id === undefined ? undefined : pageOf(step, id, shown.mode, subject);
  const href = page === shown.path ? undefined : page;
  const isMarked = asked !== subject && id === asked;
  return (
    <li class={STATES[state]}>
      <span>
        {!isOfOneKind && (
          <>
            <span class="fine">{kind}</span>{" "}
          </>
        )}
        {isMarked ? <mark>{what}</mark> : what}
        {href && (
          <>
            {" "}
            <a href={href}>
              <code>{endsOfId(id)}</code>
            </a>
          </>
        )}
      </span>
      <span class="fine">
        {state === "next" && "next"}
        {at && (
          <>
            {" "}
            <time dateTime={at}>{exactTime(at)}</time>
          </>
        )}
      </span>
    </li>
  );
};

function pageOf({ endpoint_id }: TimelineStep, id: string, mode: string, subject: string) {
  if (id.startsWith("pay_")) return `/developers/payouts/${mode}/${id}`;
  if (id.startsWith("bat_")) return `/developers/payouts/${mode}/batches/${id}`;
  if (id.startsWith("evt_")) return `/developers/webhooks/${mode}/events/${id}`;
  if (endpoint_id !== undefined) return `/developers/webhooks/${mode}/${endpoint_id}/${id}`;
  return id === subject ? undefined : `/developers/home/${mode}/timeline?id=${id}`;
}
