import {
  accountDashboard,
  type DashboardRecord,
  homeDashboard,
  playgroundDashboard,
  webhooksDashboard,
} from "./dashboard.ts";
import { signInPage } from "./sign-in.ts";

/** The functions of the dashboard whose pages need a session. */
export const dashboards: readonly DashboardRecord[] = [
  homeDashboard,
  playgroundDashboard,
  webhooksDashboard,
  accountDashboard,
];

/** All functions of the developer dashboard. */
export const developerPages = [signInPage, ...dashboards];
