import type { ComponentChildren } from "preact";
import { brand } from "../../domain/brand/brand.ts";
import { formFieldOf } from "../../http/guard/form-id.ts";
import type { Result } from "../../http/serve/responses.ts";
import { CHECK_FIELD, Form, isSent, mistakesById, type Sent } from "../../pages/layout/form.tsx";
import { MistakeSummary } from "../../pages/layout/form-mistakes.tsx";
import { htmlResult, type Link } from "../../pages/layout/layout.tsx";
import { Id } from "../list/cells.tsx";
import { findList, listFile } from "../list/list-csv.ts";
import { listAddress } from "../list/table.tsx";
import { Navigation } from "./navigation.tsx";
import { type Shown, ShownContext, WithShown } from "./shown.tsx";

export type FrameOptions = {
  status?: number;
  /** By what the form did that led here. */
  notices?: Readonly<Record<string, string>>;
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
  { status = 200, notices = {}, above, id, badge, actions, lead }: FrameOptions = {},
): Result => {
  const notice = notices[shown.done ?? ""] ?? keptNotice(shown);
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
      {notice && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      {shown.sent && <SentMistakes sent={shown.sent} />}
      {above && (
        <p class="crumb">
          <a href={above[0]}>{above[1]}</a>
          {id && (
            <>
              {" / "}
              <Id id={id} />
            </>
          )}
        </p>
      )}
      <div class="head">
        <h1>{title}</h1>
        {badge}
        {(actions || list) && (
          <div class="acts">
            {list && (
              <a class="button second" href={listAddress(list.list.place, { format: "csv" })}>
                CSV
              </a>
            )}
            {actions}
          </div>
        )}
        {lead && <p class="sub">{lead}</p>}
      </div>
      {content}
    </>,
    {
      wide: true,
      script: DEVELOPERS_SCRIPT,
      frame: {
        kind: `app ${shown.mode}`,
        draw: (main) => (
          <ShownContext.Provider value={shown}>
            <Navigation shown={shown}>{main}</Navigation>
          </ShownContext.Provider>
        ),
      },
    },
  );
};

const keptNotice = ({ sent }: Shown): string | undefined =>
  sent?.isKept &&
  `We kept what you typed${sent.action.endsWith("/profile") ? ", except the EIN" : ""}. Check it, and send it again.`;

const SentMistakes = ({ sent }: { sent: Sent }) => {
  const mistakes = mistakesById(sent);
  const { "": atNoField, ...labels } = mistakes;
  const title = atNoField === undefined ? {} : { title: "This doesn't work now" };
  return <MistakeSummary mistakes={mistakes} labels={labels} {...title} />;
};

type PostFormProps = {
  action: string;
  button: string;
  kind?: "second" | "danger" | "small" | undefined;
  /** Names the object for screen readers, where a page repeats the button. */
  of?: string | undefined;
  hidden?: Readonly<Record<string, string>> | undefined;
  /** The form asks the device for a passkey. Empty: the page has no challenge, and the form leads to one. */
  passkey?: object | undefined;
  children?: ComponentChildren;
  /** Beside the button. */
  beside?: ComponentChildren;
  /** A second button asks what the form would do. */
  offersCheck?: true | undefined;
};

export const PostForm = ({ action, button, kind, of, hidden, passkey, children, ...rest }: PostFormProps) => (
  <WithShown>
    {({ csrf, formId, sent }) => (
      <Form
        action={action}
        hidden={{ ...formFieldOf(csrf, formId), ...hidden }}
        sent={sent}
        {...(passkey && { "data-passkey": JSON.stringify(passkey) })}
      >
        {children}
        {passkey && (
          <p class="hint" role="status" data-passkey-note>
            A passkey needs JavaScript. Turn it on, and reload the page.
          </p>
        )}
        {isSent(sent, action) && sent?.outcome}
        <button type="submit" class={kind}>
          {button}
          {of && <span class="quiet"> {of}</span>}
        </button>
        {rest.offersCheck && (
          <button type="submit" class="second" name={CHECK_FIELD} value="yes">
            Check first
          </button>
        )}
        {rest.beside}
      </Form>
    )}
  </WithShown>
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
  const button = (
    <button type="button" class={look} popovertarget={id}>
      {label}
      {of && <span class="quiet"> {of}</span>}
    </button>
  );
  const parts = (offersCheck?: true, beside?: ComponentChildren) => (
    <>
      <h2>
        {label}
        {of && <bdi> {of}</bdi>}
      </h2>
      <PostForm {...form} offersCheck={offersCheck} beside={beside} />
    </>
  );
  const cancel = (
    <button type="button" class="second" popovertarget={id} popovertargetaction="hide">
      Cancel
    </button>
  );
  return (
    <WithShown>
      {({ sent, offersCheck }) =>
        isSent(sent, form.action) ? (
          <dialog id={id} aria-label={label} open class="still">
            {parts(offersCheck)}
          </dialog>
        ) : (
          <>
            {button}
            <dialog id={id} aria-label={label} popover="auto">
              {parts(offersCheck, cancel)}
            </dialog>
          </>
        )
      }
    </WithShown>
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

export const NeedsLiveAccess = ({ what }: { what: string }) => (
  <p class="notice attention">
    Live {what} need live access. <a href="/developers/account/live/go-live">See what is left to do</a>.
  </p>
);

/** Figures side by side, each with its name. */
export const Strip = ({ of }: { of: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="strip">
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
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
