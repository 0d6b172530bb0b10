import * as z from "zod/mini";
import { PayoutId } from "../../../domain/payout/payout.ts";
import { PublicPayout } from "../../../domain/payout/public-payout.ts";
import { note } from "../../../domain/text.ts";

export const Payment = z
  .object(PublicPayout.shape)
  .register(z.globalRegistry, { id: "Payment", description: "A payout to a driver." });

export const PaymentParams = z.strictObject({ id: note(z.clone(PayoutId), "The payout's id.") });
