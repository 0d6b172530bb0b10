import * as z from "zod/mini";
import { PartnerSlug, PartnerStatus } from "../../domain/account/partner.ts";
import { note, text } from "../../domain/text.ts";
import { LIVE_EVIDENCE } from "../live-evidence.ts";
import { command } from "./command.ts";

const input = z.strictObject({ partner_id: note(z.clone(PartnerSlug), "The partner's slug.") });
const ofPartner = { argument: "partner_id", input } as const;

export const listPartnersCommand = command({
  name: "list-partners",
  usage: "partners list [--status STATUS] [--after PLACE]",
  summary: "List partners, 100 at a time: those of one status, or all",
  input: z.strictObject({
    status: z.optional(z.clone(PartnerStatus)),
    after: z.optional(note(text(120), "The `after` that the list before printed.")),
  }),
  masks: true,
  access: { partner_directory: ["query"], partner: ["get"] },
});

export const showPartnerCommand = command({
  name: "show-partner",
  usage: "partners show SLUG",
  summary: "Show a partner, what it answered for live access, and what we saw of each step",
  ...ofPartner,
  masks: true,
  access: { ...LIVE_EVIDENCE, partner: ["get"], account: ["get"], live_request: ["collect"] },
});

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
