import { expect, test } from "@jest/globals";
import { shownAsker } from "../../shared/domain/account/account-profile.ts";
import type { Connection } from "../../shared/domain/earnings/connection.ts";
import { type Consent, consentStanding, newConsent } from "../../shared/domain/earnings/consent.ts";

const ASKED = "2026-11-21T09:30:00.000Z";
const ANSWERED = "2026-11-21T09:35:00.000Z";
const LATER = "2026-11-21T09:40:00.000Z";

const of = { platform: "uber", redirect_url: "https://example.com" };
const open = newConsent({ account_id: "acct_1", mode: "test" }, "drv_1", of, new Date(ASKED));
const answered: Consent = { ...open, answer: "connected", answered_at: ANSWERED };
const connectedAt = (connected_at: string, status: Connection["status"] = "connected"): Connection => ({
  platform: "uber",
  syncs: 1,
  events: 1,
  synced_events: 1,
  synced_to: "2026-11-21",
  connected_at,
  status,
});

test.each([
  ["made this connection, shares by it", answered, connectedAt(ANSWERED), "sharing"],
  ["made an earlier connection than this one, is replaced", answered, connectedAt(LATER), "replaced"],
  ["made a connection that ended, has stopped", answered, connectedAt(ANSWERED, "disconnected"), "stopped"],
  ["has no connection any more, has stopped", answered, undefined, "stopped"],
] as const)("a consent that %s", (_, consent, connection, standing) => {
  expect(consentStanding(consent, connection)).toBe(standing);
});

test.each([
  ["Acme Couriers", "Acme Fleet", "Acme Couriers (Acme Fleet)"],
  ["Acme Fleet", "Acme Fleet", "Acme Fleet"],
  [undefined, "Acme Fleet", "Acme Fleet"],
  ["Acme Couriers", undefined, "Acme Couriers"],
  [undefined, undefined, undefined],
])("an account that shows itself as %p and registered as %p asks as %p", (display, registered, asker) =>
  expect(shownAsker(display, registered)).toBe(asker),
);
