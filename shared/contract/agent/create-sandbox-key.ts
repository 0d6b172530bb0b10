import * as z from "zod/mini";
import { brand } from "../../domain/brand/brand.ts";
import { BankAccountId } from "../../domain/driver/driver-accounts.ts";
import { DriverId } from "../../domain/driver/driver-id.ts";
import { component, Instant, note } from "../../domain/text/text.ts";
import { sandboxKeyLimit } from "../developers/sign-in.ts";
import { operation } from "../operation.ts";
import { created } from "../replies.ts";

const SandboxKey = component("SandboxKey", {
  key: note(z.string(), "The API key. This is the only time that it is returned."),
  driver_id: note(z.clone(DriverId), "A driver with a connected gig platform, `doordash`, and its earnings."),
  bank_account_id: note(z.clone(BankAccountId), "The driver's bank account."),
  expires_at: note(z.clone(Instant), "The key stops working at this instant."),
});

export const createSandboxKeyOperation = operation({
  name: "create-sandbox-key",
  method: "POST",
  path: "/api/agent/sandbox_keys",
  tag: "Sandbox keys",
  summary: "Get a sandbox key",
  description:
    "Creates a sandbox of the Platform API with a driver to pay, and returns an API key to it. The key works for 24 hours. The docs' button for people counts in the same limits. No money moves.",
  replies: created("The sandbox and its key were created.", SandboxKey, {
    key: `${brand.idPrefix}_test_${"0".repeat(38)}`,
    driver_id: "drv_01j9z8v7w6x5y4t3s2r1q0p9n8",
    bank_account_id: "ba_01j9z8v7w6x5y4t3s2r1q0p9n8",
    expires_at: "2026-11-22T09:30:00.000Z",
  }),
  limits: sandboxKeyLimit.limits,
  access: {
    network: ["update"],
    lane: ["update"],
    account: ["put"],
    api_key: ["put"],
    driver: ["put"],
    driver_lookup: ["put"],
    earnings: ["put"],
    count: ["update"],
    event: ["put"],
    activity: ["put"],
  },
  // The most: the earnings may be those of one month, and a month above a kilobyte costs two more.
  budget: { calls: 5, writeUnits: 30, readUnits: 0 },
});
