import * as z from "zod/mini";
import { PartnerSlug } from "../../domain/account/partner.ts";
import { note } from "../../domain/text/text.ts";
import { command } from "./command.ts";

const input = z.strictObject({ partner_id: note(z.clone(PartnerSlug), "The partner's slug.") });
const ofPartner = { argument: "partner_id", input } as const;

export const approvePartnerCommand = command({
  name: "approve-partner",
  usage: "partners approve SLUG",
  summary: "Approve a partner, also one that was refused",
  ...ofPartner,
  access: { partner: ["get", "update"] },
});

export const refusePartnerCommand = command({
  name: "refuse-partner",
  usage: "partners refuse SLUG --reason TEXT",
  summary: "Refuse a partner: it keeps its signups, and gets no new ones after a minute",
  ...ofPartner,
  asks: true,
  access: { partner: ["get", "update"] },
});
