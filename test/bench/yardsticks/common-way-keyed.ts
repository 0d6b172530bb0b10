import { payoutHandler } from "./common-payout.ts";

export const handler = payoutHandler();
