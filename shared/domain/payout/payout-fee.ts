import * as z from "zod/mini";
import { portion } from "../cents.ts";

export const PayoutMethod = z.enum(["instant", "standard"]);
export type PayoutMethod = z.infer<typeof PayoutMethod>;

const LEAST_INSTANT_FEE = 25;

/** Cents kept of a payout. Instant costs 1.5 %, rounded half up, and at least 25 cents; standard is free. */
export const payoutFee = (method: PayoutMethod, amount: number): number =>
  method === "standard" ? 0 : Math.max(LEAST_INSTANT_FEE, portion(amount, 15, 1_000));
