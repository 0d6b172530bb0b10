import type { ComponentChildren } from "preact";
import type { Result } from "../../http/serve/responses.ts";
import { dashboardPage, PostForm, type Shown } from "./frame.tsx";

type AskProps = { shown: Shown; next: string };

const AskForLink = ({ shown, next }: AskProps) => (
  <PostForm shown={shown} action="/developers/account/step-up" button="Email me a link">
    <input type="hidden" name="next" value={next} />
  </PostForm>
);

const Why = ({ shown }: { shown: Shown }) => (
  <p>
    This change needs a fresh link from your mailbox. We email it to <strong>{shown.email}</strong>. Open it
    in this browser within 15 minutes. Then you have ten minutes for changes like this.
  </p>
);

/** Asks for a fresh emailed link before a change that matters most. */
export const stepUpPage = (shown: Shown, next: string): Result =>
  dashboardPage(
    shown,
    "Confirm it's you",
    <>
      <Why shown={shown} />
      <AskForLink shown={shown} next={next} />
    </>,
    { status: shown.path.endsWith("/step-up") ? 200 : 403 },
  );

type AfterProofProps = { shown: Shown; children: ComponentChildren };

/** The form of a change that needs a fresh link. The link comes first, so that nothing typed is lost. */
export const AfterProof = ({ shown, children }: AfterProofProps) =>
  shown.isProved ? (
    children
  ) : (
    <>
      <Why shown={shown} />
      <AskForLink shown={shown} next={shown.path} />
    </>
  );
