import { brand, brandCompany } from "../../domain/brand.ts";

export const enLayout = {
  skip: "Skip to content",
  site: "Site",
  nav: { check: "Check your limit", waitlist: "Waitlist", docs: "Docs" },
  privacy: "Privacy",
  terms: "Terms",
  developers: "Build with us",
  /** The link to the other language, in that language. */
  otherLanguage: "Español",
  operatedBy: `${brand.serviceName} is operated by ${brandCompany.name}, ${brandCompany.address}.`,
  example: "This company is an example: this copy of the service is a demonstration.",
  questions: "Questions? Email",
  home: "Back to the home page",
  next: "What's next",
  check: "Please check the form",
  unknown: {
    title: "This link doesn't work",
    body: "Part of the link may be missing, or it is too old. Open it again from the message that has it, or copy the whole link.",
    connect:
      "Links for sharing earnings work for 15 minutes. Go back to the app that sent you, and start again.",
    still: "Still not working? Email",
  },
  missing: {
    title: "We couldn't find that page",
    body: "The address may be mistyped, or the page has moved.",
  },
  stale: {
    title: "Please open the link again",
    body: "We couldn't verify that this form came from our site. Allow cookies, then open the link and submit the form again.",
  },
  fault: {
    title: "Something went wrong",
    body: "The problem is on our side. It's safe to try again in a minute: nothing will happen twice.",
  },
  tooMany: {
    title: "Too many attempts",
    body: (minutes: number) =>
      minutes <= 1 ? "Please try again in a minute." : `Please try again in ${minutes} minutes.`,
  },
  refused: {
    title: "We couldn't process that",
    body: "Go back, check what you entered, and try again.",
  },
};
export type LayoutWords = typeof enLayout;
