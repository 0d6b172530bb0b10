import type { Result } from "../../http/serve/responses.ts";
import { dashboardPage, PostForm } from "./frame.tsx";
import type { Shown } from "./shown.tsx";

/** A form that was sent is kept in the browser, so its page has what was typed. */
export const stepUpPage = (shown: Shown, next: string): Result =>
  dashboardPage(
    shown,
    "Confirm it's you",
    <>
      <p>
        This change needs a fresh link from your mailbox. We email it to <strong>{shown.email}</strong>. Open
        it in this browser within 15 minutes. Then you have ten minutes for changes like this.
      </p>
      <PostForm action="/developers/account/step-up" button="Email me a link" hidden={{ next }} />
    </>,
    { status: shown.path.endsWith("/step-up") ? 200 : 403 },
  );
