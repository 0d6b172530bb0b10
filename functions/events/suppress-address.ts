import * as z from "zod/mini";
import { serveQueue } from "../../shared/http/serve/serve-queue.ts";
import { putSuppression } from "../../shared/store/signup/suppressions.ts";

const Feedback = z.discriminatedUnion("eventType", [
  z.object({
    eventType: z.literal("Bounce"),
    bounce: z.object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ emailAddress: z.string() })),
    }),
  }),
  z.object({
    eventType: z.literal("Complaint"),
    complaint: z.object({ complainedRecipients: z.array(z.object({ emailAddress: z.string() })) }),
  }),
]);

/** SES sends this to a new topic. It is about no email. */
const GREETING = "Successfully validated SNS topic for Amazon SES event publishing.";

export const handler = serveQueue("suppress-address", () => async ({ body }) => {
  if (body === GREETING) return "Greeting";
  const feedback = Feedback.parse(JSON.parse(body));
  const now = new Date();
  for (const { address, reason } of suppressed(feedback)) await putSuppression(address, reason, now);
  return feedback.eventType;
});

function suppressed(feedback: z.infer<typeof Feedback>) {
  if (feedback.eventType === "Complaint") {
    return feedback.complaint.complainedRecipients.map(({ emailAddress }) => ({
      address: emailAddress,
      reason: "complained" as const,
    }));
  }
  const { bounceType, bouncedRecipients } = feedback.bounce;
  return bounceType === "Permanent"
    ? bouncedRecipients.map(({ emailAddress }) => ({ address: emailAddress, reason: "bounced" as const }))
    : [];
}
