import type { ComponentChildren } from "preact";
import { brand } from "../../domain/brand.ts";
import { formFieldOf } from "../../http/guard/form-id.ts";
import type { Result } from "../../http/serve/responses.ts";
import { Form, isSent, mistakesById, type Sent } from "../layout/form.tsx";
import { MistakeSummary } from "../layout/form-mistakes.tsx";
import { htmlResult, type Link } from "../layout/layout.tsx";
import { Id } from "./list/cells.tsx";
import { findList, listFile } from "./list/list-csv.ts";
import { listAddress } from "./list/table.tsx";
import { Navigation, type Whose } from "./navigation.tsx";

export type Shown = Whose & {
  sent?: Sent;
  member_id: string;
  isVerified: boolean;
  isSuspended: boolean;
  /** Today, if the page's list is asked for as CSV. */
  csvDay?: string;
};

type FrameOptions = {
  status?: number;
  notice?: string | undefined;
  /** The list that the page's object is in, and the object's id, above the title. */
  above?: Link;
  id?: string;
  badge?: ComponentChildren;
  actions?: ComponentChildren;
  lead?: ComponentChildren;
};

export const dashboardPage = (
  shown: Shown,
  title: string,
  content: ComponentChildren,
  { status = 200, notice, above, id, badge, actions, lead }: FrameOptions = {},
): Result => {
  const list = findList(content);
  const { mode, csvDay } = shown;
  if (list && csvDay) return listFile(list, { mode, csvDay });
  return htmlResult(
    status,
    title,
    <>
      {shown.isSuspended && (
        <p class="mistakes">
          Our team suspended this account. Its keys get a 403, and you can change nothing but sessions and the
          team. Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
        </p>
      )}
      {(notice ?? keptNotice(shown)) && (
        <p class="notice" role="status">
          {notice ?? keptNotice(shown)}
        </p>
      )}
      {shown.sent && <SentMistakes sent={shown.sent} />}
      {above && (
        <p class="crumb">
          <a href={above[0]}>{above[1]}</a> / {id && <Id id={id} />}
        </p>
      )}
      <div class="head">
        <h1>{title}</h1>
        {badge}
        {(actions || list) && (
          <div class="acts">
            {actions}
            {list && (
              <a class="button second" href={listAddress(list.list.place, { format: "csv" })}>
                CSV
              </a>
            )}
          </div>
        )}
        {lead && <p class="sub">{lead}</p>}
      </div>
      {content}
    </>,
    {
      wide: true,
      script: DEVELOPERS_SCRIPT,
      frame: { kind: `app ${shown.mode}`, draw: (main) => <Navigation shown={shown}>{main}</Navigation> },
    },
  );
};

const keptNotice = ({ sent }: Shown): string | undefined =>
  sent?.isKept &&
  `We kept what you typed${sent.action.endsWith("/profile") ? ", except the EIN" : ""}. Check it, and send it again.`;

const SentMistakes = ({ sent }: { sent: Sent }) => {
  const mistakes = mistakesById(sent);
  const { "": atNoField, ...labels } = mistakes;
  return (
    <MistakeSummary
      mistakes={mistakes}
      labels={labels}
      {...(atNoField !== undefined && { title: "We couldn't do that" })}
    />
  );
};

const hiddenOf = ({ csrf, formId }: Shown) => formFieldOf(csrf, formId);

type PostFormProps = {
  shown: Shown;
  action: string;
  button: string;
  kind?: "second" | "danger" | "small" | undefined;
  /** Names the object for screen readers, where a page repeats the button. */
  of?: string | undefined;
  hidden?: Readonly<Record<string, string>> | undefined;
  children?: ComponentChildren;
};

export const PostForm = ({ shown, action, button, kind, of, hidden, children }: PostFormProps) => (
  <Form action={action} hidden={{ ...hiddenOf(shown), ...hidden }} sent={shown.sent}>
    {children}
    <button type="submit" class={kind}>
      {button}
      {of && <span class="quiet"> {of}</span>}
    </button>
  </Form>
);

type DialogProps = PostFormProps & {
  label: string;
  look?: "second" | "danger" | "small" | undefined;
};

/** A list has two dialogs in each row, so their ids are short: random characters, and what the form does. */
const END_OF_ID = 18;

/** A popover, so it opens without a script. A form that was sent with a mistake is open in the page. */
export const Dialog = ({ label, look, of, ...form }: DialogProps) => {
  const id = form.action.split("/").slice(-2).join("-").slice(-END_OF_ID);
  const isAgain = isSent(form.shown.sent, form.action);
  return (
    <>
      {!isAgain && (
        <button type="button" class={look} popovertarget={id}>
          {label}
          {of && <span class="quiet"> {of}</span>}
        </button>
      )}
      <dialog
        id={id}
        aria-label={label}
        {...(isAgain ? { open: true, class: "still" } : { popover: "auto" as const })}
      >
        <h2>
          {label}
          {of && <bdi> {of}</bdi>}
        </h2>
        <PostForm {...form} />
      </dialog>
    </>
  );
};

type PartProps = { id: string; title: string; aside?: ComponentChildren; children: ComponentChildren };

export const Part = ({ id, title, aside, children }: PartProps) => (
  <section aria-labelledby={id}>
    <div class="bar">
      <h2 id={id}>{title}</h2>
      {aside && <span class="soft">{aside}</span>}
    </div>
    {children}
  </section>
);

export const Facts = ({ of }: { of: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(of).map(
      ([name, value]) =>
        value && (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ),
    )}
  </dl>
);

export const Empty = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="empty">
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
);
