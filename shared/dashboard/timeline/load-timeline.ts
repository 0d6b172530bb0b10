import { missing } from "../../contract/errors.ts";
import { Mode, type Owner } from "../../domain/item/owner.ts";
import { gather } from "../../domain/timeline/gather.ts";
import { timelineOf } from "../../domain/timeline/timeline.ts";
import type { Result } from "../../http/serve/responses.ts";
import { timelinePage } from "./timeline-page.tsx";
import { listKeptRequests } from "../../store/account/kept-requests.ts";
import { REQUEST_ID } from "../find/load-find.ts";
import { requestPath } from "../requests/request-page.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { findSignup } from "../../store/signup/signups.ts";
import { type SignupSource, timelineSource } from "../../store/timeline/timeline-source.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const pathOf = (mode: Mode, id: string) => `/developers/home/${mode}/timeline?id=${encodeURIComponent(id)}`;

/** An id of the other mode leads to that mode, so a person need not know it. */
export async function showTimeline(request: DashboardRequest): Promise<Result> {
  const { shown, owner, partner, query, now } = request;
  const id = query.get("id")?.trim() ?? "";
  if (id === "") return seeOther(`/developers/home/${owner.mode}/find`);
  if (REQUEST_ID.test(id)) {
    const kept = await Promise.all(Mode.options.map((mode) => requestPathOf({ ...owner, mode }, id, now)));
    const path = kept.find((path) => path !== undefined);
    if (path) return seeOther(path);
  }
  const signups = signupsOf(partner.partner_id, now);
  const gatherIn = (mode: Mode) => gather(id, timelineSource({ ...owner, mode }, signups, now));
  const gathered = await gatherIn(owner.mode);
  if (gathered) return timelinePage(shown, timelineOf(gathered));
  const other = Mode.options.find((mode) => mode !== owner.mode);
  if (other && (await gatherIn(other))) return seeOther(pathOf(other, id));
  throw missing(
    "Nothing has this ID in your account, in test or live mode. We keep events, deliveries, and requests that wrote or failed for 30 days.",
  );
}

async function requestPathOf(owner: Owner, request_id: string, now: Date): Promise<string | undefined> {
  const [request] = (await listKeptRequests(owner, { request_id }, { limit: 1 }, now)).data;
  return request && requestPath(owner.mode, request);
}

/** Anyone can start a signup for any address, so a company learns what the public status says. */
const signupsOf = (partnerId: string, now: Date): SignupSource => ({
  signup: async (id) => {
    const signup = await findSignup(id, now);
    if (signup?.partner_id !== partnerId) return undefined;
    const { mode, status, created_at } = signup;
    return { mode, status, created_at };
  },
  actsOf: async () => [],
});
