import * as z from "zod/mini";
import { WaitlistRequest } from "../../domain/signup/waitlist.ts";
import { component, note } from "../../domain/text/text.ts";
import { DAY, MINUTE } from "../../domain/limit/window.ts";
import { operation } from "../operation.ts";
import { replyNamed } from "../replies.ts";

const WaitlistResponse = component("WaitlistJoined", { ok: note(z.literal(true), "Always true.") });

export const joinWaitlistOperation = operation({
  name: "join-waitlist",
  method: "POST",
  path: "/api/waitlist",
  tag: "Waitlist",
  summary: "Join the waitlist",
  description:
    "The home page's form for people sends this request. It sends no email and asks for no confirmation, so an agent starts a signup instead. Accepts JSON or a form post; a form post redirects to a thank-you page. The response is the same whether or not the email was already on the waitlist.",
  body: WaitlistRequest,
  bodyExample: { email: "ana@example.com", name: "Ana", platforms: "DoorDash and Uber" },
  form: true,
  replies: replyNamed("joined", 200)("The email is on the waitlist.", WaitlistResponse, { ok: true }),
  limits: [
    { count: 10, seconds: MINUTE },
    { count: 50, seconds: DAY },
  ],
  access: { waitlist: ["put"], waitlist_directory: ["put"] },
  budget: { calls: 2, writeUnits: 5, readUnits: 0 },
});
