import * as dashboard from "./dashboard.ts";
import { signInPage } from "./sign-in.ts";

export const dashboards: readonly dashboard.DashboardRecord[] = [
  dashboard.homeDashboard,
  dashboard.driversDashboard,
  dashboard.proposalsDashboard,
  dashboard.webhooksDashboard,
  dashboard.accountDashboard,
];

export const developerPages = [signInPage, ...dashboards];
