import { brand, brandCompany } from "../../domain/brand/brand.ts";

const { serviceName } = brand;

/** What an admin accepts once, before the account may invite drivers to save. English only. */
export const withholdingTerms = [
  "Terms for savings from payouts",
  `Your company agrees with each driver who accepts your invitation to save part of their payouts. ${serviceName} carries it out for both of you.`,
  "A driver decides alone. You don't make pay, offers or ratings depend on it, and you recommend no amount.",
  "A driver can change or stop it at any time. A change of the part holds for payouts that you make after it. A stop holds at once, also for payouts that have not completed. You ask no driver to explain why.",
  `The part that the driver chose is withheld from the payout after its fee. It goes to the driver's Roth IRA at ${brandCompany.custodianName}.`,
  "You report the whole payout on Form 1099-NEC. A contribution lowers neither it nor the driver's income.",
  "You see what your own payouts saved, and when the driver's yearly limit left less or nothing to save. You see nothing else about the driver's account, and don't try to find out what they save elsewhere.",
  "Some states protect a company whose written agreement with a driver names a percentage. A driver may choose the cents of each payout instead, which are no percentage. Ask your lawyer what withholding means for your drivers' status.",
];
