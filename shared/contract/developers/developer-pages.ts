import { accountDashboard } from "./account-dashboard.ts";
import type { DashboardRecord } from "./dashboard.ts";
import { driversDashboard } from "./drivers-dashboard.ts";
import { homeDashboard } from "./home-dashboard.ts";
import { proposalsDashboard } from "./proposals-dashboard.ts";
import { signInPage } from "./sign-in.ts";
import { webhooksDashboard } from "./webhooks-dashboard.ts";

export const dashboards: readonly DashboardRecord[] = [
  homeDashboard,
  driversDashboard,
  proposalsDashboard,
  webhooksDashboard,
  accountDashboard,
];

export const developerPages = [signInPage, ...dashboards];
