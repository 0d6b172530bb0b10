import type { Timeline, TimelineStep } from "../../domain/timeline/timeline.ts";
import type { Result } from "../../http/serve/responses.ts";
import { pageOfId } from "../find/page-of-id.ts";
import { dashboardPage } from "../frame/frame.tsx";
import type { Shown } from "../frame/shown.tsx";
import { exactTime, nameInWords, endsOfId, StateBadge } from "../list/cells.tsx";

export function timelinePage(shown: Shown, timeline: Timeline): Result {
  const { asked, subject, status, hasMore } = timeline;
  return dashboardPage(
    shown,
    "Timeline",
    <>
      {asked !== subject && (
        <p class="soft">
          <code>{asked}</code> belongs to it and is marked below.
        </p>
      )}
      <TimelineSteps shown={shown} timeline={timeline} />
      {hasMore && (
        <p class="soft">These are the newest 50 events and 25 payouts. Each leads to its own timeline.</p>
      )}
    </>,
    {
      id: subject,
      above: [`/developers/home/${shown.mode}/find`, "Find"],
      badge: status && <StateBadge kind="off">{nameInWords(status)}</StateBadge>,
    },
  );
}

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
  if (id.startsWith("evt_")) return `/developers/webhooks/${mode}/events/${id}`;
  if (endpoint_id !== undefined) return `/developers/webhooks/${mode}/${endpoint_id}/${id}`;
  const page = pageOfId(id, mode);
  return id === subject && page.includes("/timeline?") ? undefined : page;
}
