import * as z from "zod/mini";
import { PayoutId } from "../../../domain/payout/payout.ts";
import { PublicPayout } from "../../../domain/payout/public-payout.ts";
import { note } from "../../../domain/text/text.ts";

export const Payment = PublicPayout;

export const PaymentParams = z.strictObject({ id: note(z.clone(PayoutId), "The payout's id.") });
