import { adapterOf } from "../../http/guard/adapters.ts";
import type { Result } from "../../http/serve/responses.ts";
import { playgroundPage, receivedFragment } from "./playground-page.tsx";
import { listDrivers } from "../../store/driver/drivers.ts";
import { listPayouts } from "../../store/payout/payout-lists.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { listReceived } from "./test-receiver.ts";

const SHOWN_PAYOUTS = 5;

export async function showPlayground({ shown, owner }: DashboardRequest): Promise<Result> {
  const [drivers, payouts, received] = await Promise.all([
    listDrivers(owner, {}, { limit: 1 }),
    listPayouts(owner, {}, { limit: SHOWN_PAYOUTS }),
    listReceived(owner),
  ]);
  const [driver] = drivers.data;
  const { platforms } = adapterOf("test", "earnings");
  return playgroundPage(shown, { driver, payouts: payouts.data, received, platforms });
}

/** The live part of the page: only the events. */
export const showReceived = async ({ owner }: DashboardRequest): Promise<Result> =>
  receivedFragment(await listReceived(owner));
