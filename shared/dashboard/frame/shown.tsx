import { type ComponentChildren, createContext } from "preact";
import type { MemberRole } from "../../domain/account/member.ts";
import type { Mode } from "../../domain/item/owner.ts";
import type { Sent } from "../../pages/layout/form.tsx";

/** The request that a page of the dashboard answers: its person, account and address, and the time. */
export type Shown = {
  csrf: string;
  /** All forms of the page have this one-time id. */
  formId: string;
  path: string;
  email: string;
  member_id: string;
  role: MemberRole;
  company: string;
  mode: Mode;
  isVerified: boolean;
  isSuspended: boolean;
  /** Endpoints may be on this machine: only on the local cloud. */
  allowsLocalhost: boolean;
  now: Date;
  /** Dialogs offer to check what their forms would do. */
  offersCheck?: true | undefined;
  sent?: Sent;
  /** What the form did that led to the page. */
  done?: string | undefined;
  /** Today, if the page's list is asked for as CSV. */
  csvDay?: string;
};

export const ShownContext = createContext<Shown | undefined>(undefined);

type WithShownProps = { children: (shown: Shown) => ComponentChildren };

/** For the parts of a page. Only `dashboardPage` draws them. Hooks would weigh 3 KB in each function. */
export const WithShown = ({ children }: WithShownProps) => (
  <ShownContext.Consumer>
    {(shown) => {
      if (!shown) throw new Error("This part of a page is not in a page of the dashboard");
      return children(shown);
    }}
  </ShownContext.Consumer>
);
