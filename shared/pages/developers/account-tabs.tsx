import { type Link, Links } from "../layout/layout.tsx";
import type { Shown } from "./frame.tsx";

/** Messages after a change, by the word in the address. */
export const accountNotices: Record<string, string> = {
  requested: "We have your request for live access. This page shows the decision.",
  ended: "The session is over.",
  invited: "We emailed the invitation.",
  role: "The role is changed. It holds from the next click on.",
  removed: "The member is removed, and signed out everywhere.",
};

export const AccountTabs = ({ shown }: { shown: Shown }) => {
  const tabs: Link[] = [
    ["/developers/account/test", "Overview"],
    ["/developers/account/test/team", "Team"],
    ...(shown.role === "admin" ? ([["/developers/account/test/activity", "Activity"]] as Link[]) : []),
  ];
  return (
    <nav class="tabs" aria-label="Account">
      <Links to={tabs} path={shown.path.replace("/live", "/test")} />
    </nav>
  );
};
