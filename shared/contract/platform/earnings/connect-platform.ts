import * as z from "zod/mini";
import { brand } from "../../../domain/brand/brand.ts";
import { ConnectRequest } from "../../../domain/earnings/consent.ts";
import { component, Instant, note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { created } from "../../replies.ts";
import { Url } from "../../shapes.ts";
import { EarningsParams } from "./connection-shapes.ts";

const state = "b2Zm3kq7V1hVb8o0nQm4rX9dC5tYw6uJ2eLs1aGfKpE";

const PlatformConnection = component("PlatformConnection", {
  authorization_url: note(z.clone(Url), "Open it in the driver's browser."),
  state: note(z.string(), "Returned with the driver. Single use."),
  expires_at: note(z.clone(Instant), "15 minutes after the request."),
});

export const connectPlatformOperation = operation({
  name: "connect-platform",
  method: "POST",
  path: "/v1/earnings/{driver_id}/connect",
  tag: "Earnings",
  summary: "Connect a gig platform",
  description:
    "Returns the URL of a page where the driver allows or refuses access. The driver then returns to `redirect_url` with `state` and `status` (`connected` or `refused`). Compare `state` before you trust `status`. Once the driver allows it, we read the last 90 days of earnings. The sandbox makes the same ones every time. Connecting again is safe: nothing is counted twice.",
  params: EarningsParams,
  body: ConnectRequest,
  bodyExample: { platform: "doordash", redirect_url: "https://app.example.com/connected?driver=42" },
  replies: created("The page is ready for the driver.", PlatformConnection, {
    authorization_url: `https://${brand.idPrefix}.example.com/connect/${state}`,
    state,
    expires_at: "2026-11-21T09:45:00.000Z",
  }),
  errors: ["url_invalid", "live_mode_unavailable"],
  scope: "earnings:write",
  access: { driver: ["query"], consent: ["put"] },
  budget: { calls: 4, writeUnits: 6, readUnits: 1 },
});
