import { accountDashboard, type DashboardRecord, homeDashboard } from "./dashboard.ts";
import { signInPage } from "./sign-in.ts";

/** The functions of the dashboard whose pages need a session. */
export const dashboards: readonly DashboardRecord[] = [homeDashboard, accountDashboard];

/** All functions of the developer dashboard. */
export const developerPages = [signInPage, ...dashboards];
