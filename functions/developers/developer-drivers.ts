import { driversDashboard } from "../../shared/contract/developers/drivers-dashboard.ts";
import { callFromPage } from "../../shared/dashboard/calls/call-operation.ts";
import { bankAccountFields, driverFields, payFields } from "../../shared/dashboard/calls/driver-fields.ts";
import { bodyIn, type BodyField } from "../../shared/dashboard/calls/fields.tsx";
import { showDriver, showDrivers } from "../../shared/dashboard/drivers/load-drivers.ts";
import { showEarnings } from "../../shared/dashboard/earnings/load-earnings.ts";
import { showBatch, showBatches } from "../../shared/dashboard/payouts/load-batches.ts";
import { showPayout, showPayouts } from "../../shared/dashboard/payouts/load-payouts.ts";
import type { DashboardRequest } from "../../shared/dashboard/serving/dashboard-request.ts";
import { serveDashboard } from "../../shared/dashboard/serving/serve-dashboard.tsx";
import { baseUrl } from "../../shared/http/serve/responses.ts";
import * as addBankAccount from "../platform/drivers/add-bank-account.ts";
import * as createDriver from "../platform/drivers/create-driver.ts";
import * as deleteBankAccount from "../platform/drivers/delete-bank-account.ts";
import * as deleteDriver from "../platform/drivers/delete-driver.ts";
import * as updateBankAccount from "../platform/drivers/update-bank-account.ts";
import * as updateDriver from "../platform/drivers/update-driver.ts";
import * as connectPlatform from "../platform/earnings/connect-platform.ts";
import * as disconnectPlatform from "../platform/earnings/disconnect-platform.ts";
import * as cancelPayout from "../platform/payments/cancel-payout.ts";
import * as createPayout from "../platform/payments/create-payout.ts";
import * as endSavings from "../platform/savings/end-savings.ts";
import * as inviteToSave from "../platform/savings/invite-to-save.ts";
import * as completePayout from "../platform/test-helpers/complete-payout.ts";
import * as failPayout from "../platform/test-helpers/fail-payout.ts";
import * as refundPayout from "../platform/test-helpers/refund-payout.ts";

type Form = DashboardRequest["form"];

const id = ({ params }: DashboardRequest): string => params.id ?? "";
const byId = { params: (request: DashboardRequest) => ({ id: id(request) }) };
const byDriver = { params: (request: DashboardRequest) => ({ driver_id: id(request) }) };
const account = (request: DashboardRequest) => ({
  id: id(request),
  bank_account_id: request.params.account ?? "",
});
const filled = (fields: readonly BodyField[]) => ({
  fields,
  body: ({ form }: DashboardRequest) => bodyIn(form, fields),
});

const driverPage = (done: string) => (request: DashboardRequest) =>
  `/developers/drivers/${request.owner.mode}/${id(request)}?done=${done}`;
const moves = (done: string) => ({
  ...byId,
  page: (request: DashboardRequest) => `/developers/payouts/test/${id(request)}?done=${done}`,
});

/** Where a driver answers, on this service: the sandbox's developer answers in their place. */
const pathOf = (url = "") => new URL(url).pathname;

const pay = (driver: (request: DashboardRequest) => string) =>
  callFromPage(createPayout, {
    fields: payFields,
    body: (request) => ({
      ...bodyIn(request.form, payFields),
      driver_id: driver(request),
      currency: "usd",
    }),
    page: (_, payout) => `/developers/payouts/test/${payout.id}`,
  });

const create = callFromPage(createDriver, {
  ...filled(driverFields),
  page: ({ owner }, driver) => `/developers/drivers/${owner.mode}/${driver.id}`,
});
const edit = callFromPage(updateDriver, {
  ...byId,
  fields: driverFields,
  body: ({ form }) => bodyIn(form, driverFields, { clears: true }),
  page: driverPage("saved"),
});

const remove = callFromPage(deleteDriver, {
  ...byId,
  page: ({ owner }) => `/developers/drivers/${owner.mode}?done=deleted`,
});

const reasonIn = ({ reason }: Form) => (reason === undefined ? {} : { reason });

export const handler = serveDashboard(driversDashboard, {
  "GET /developers/drivers/{mode}": showDrivers,
  "GET /developers/drivers/{mode}/earnings": showEarnings,
  "GET /developers/drivers/{mode}/{id}": showDriver,
  "POST /developers/drivers/test/create": create,
  "POST /developers/drivers/live/create": create,
  "POST /developers/drivers/test/{id}/edit": edit,
  "POST /developers/drivers/live/{id}/edit": edit,
  "POST /developers/drivers/test/{id}/delete": remove,
  "POST /developers/drivers/live/{id}/delete": remove,
  "POST /developers/drivers/test/{id}/pay": pay(id),
  "POST /developers/drivers/test/{id}/accounts": callFromPage(addBankAccount, {
    ...byId,
    ...filled(bankAccountFields),
    page: driverPage("account-added"),
  }),
  "POST /developers/drivers/test/{id}/accounts/{account}/default": callFromPage(updateBankAccount, {
    params: account,
    body: () => ({ is_default: true }),
    page: driverPage("account-default"),
  }),
  "POST /developers/drivers/test/{id}/accounts/{account}/remove": callFromPage(deleteBankAccount, {
    params: account,
    page: driverPage("account-removed"),
  }),
  "POST /developers/drivers/test/{id}/connect": callFromPage(connectPlatform, {
    ...byDriver,
    body: (request) => ({
      platform: request.form.platform,
      redirect_url: `${baseUrl()}/developers/drivers/test/${id(request)}`,
    }),
    page: (_, consent) => pathOf(consent.authorization_url),
  }),
  "POST /developers/drivers/test/{id}/disconnect/{platform}": callFromPage(disconnectPlatform, {
    params: (request) => ({ driver_id: id(request), platform: request.params.platform ?? "" }),
    page: driverPage("disconnected"),
  }),
  "POST /developers/drivers/test/{id}/invite": callFromPage(inviteToSave, {
    ...byDriver,
    page: (_, savings) => pathOf(savings.url),
  }),
  "POST /developers/drivers/test/{id}/end-savings": callFromPage(endSavings, {
    ...byDriver,
    page: driverPage("savings-ended"),
  }),
  "GET /developers/payouts/{mode}": showPayouts,
  "GET /developers/payouts/{mode}/batches": showBatches,
  "GET /developers/payouts/{mode}/batches/{id}": showBatch,
  "GET /developers/payouts/{mode}/{id}": showPayout,
  "POST /developers/payouts/test/create": pay(({ form }) => form.driver ?? ""),
  "POST /developers/payouts/test/{id}/complete": callFromPage(completePayout, moves("complete")),
  "POST /developers/payouts/test/{id}/fail": callFromPage(failPayout, {
    ...moves("fail"),
    body: () => ({ failure_code: "account_closed" }),
  }),
  "POST /developers/payouts/test/{id}/cancel": callFromPage(cancelPayout, moves("cancel")),
  "POST /developers/payouts/test/{id}/refund": callFromPage(refundPayout, {
    ...moves("refund"),
    body: ({ form }) => reasonIn(form),
  }),
});
