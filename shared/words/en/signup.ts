import { brand } from "../../domain/brand.ts";

const { serviceName, productName } = brand;

/** Words between two asterisks are strong. */
export const enSignup = {
  disclosures: "Before you continue",
  ask: {
    title: `Your ${productName} signup`,
    who: (assistant: string, day: string, email: string) =>
      `${assistant ? `An assistant named “${assistant}”` : "An assistant or an app"} started a ${serviceName} signup for **${email}** on ${day}.`,
    what: "Only the owner of that email can confirm it. Is it you? We'll email you the confirmation link.",
    button: "Email me the confirmation link",
    learn: `What is ${serviceName}?`,
  },
  mailed: {
    title: "Check your email",
    look: `If this signup still needs confirming, a link is on its way. Look for emails from ${serviceName}. It can take a minute.`,
    waits:
      "If this signup still needs confirming, we'll email you a link. Many people ask for email just now, so it can take hours. Your request keeps its place.",
    steps: [
      "Open the newest email, and check your spam folder, too.",
      "Choose **Review and confirm**.",
      "Go back to your assistant. It sees your answer at once.",
    ],
    again: "Didn't get it?",
    link: "Send it again",
    limits: (aDay: number, inAll: number) =>
      `We send at most one email a minute, ${aDay} a day on request, and ${inAll} in total for a signup. After that, use a link that we already sent.`,
  },
  noMail: {
    title: "Email isn't set up here",
    body: `This copy of ${serviceName} can't send email, so you can't confirm a signup here. If you operate it, set mailFrom.`,
  },
  confirm: {
    title: `Join the waitlist for your ${productName}`,
    what: (email: string) =>
      `This confirms **${email}** and adds you to the waitlist. It doesn't open an account or move any money.`,
    consent: "I have read this and want to join the waitlist.",
    unchecked: "Check the box to confirm.",
    button: "Confirm and join the waitlist",
    notMe: "Didn't request this?",
    cancel: "Cancel the signup",
  },
  disown: {
    title: "Didn't request this?",
    what: (email: string) => `We'll cancel every link we sent to **${email}** and stop emailing you.`,
    opened:
      "An account has already been opened with this signup. We'll record that it wasn't you, but that doesn't close the account. Please email us, too:",
    noAccount: "No account will be opened with this signup.",
    report: "Report that this wasn't me",
    button: "Cancel this signup",
    keep: "Keep the signup",
  },
  disowned: {
    title: "Thanks for letting us know",
    done: "The links no longer work, we won't email you again, and no account will be opened with this signup.",
    recorded: "We've recorded your report. The links no longer work, and we won't email you again.",
    opened:
      "An account was already opened with this signup, and it is still open. Email us so that someone can look into it:",
    steps: ["You don't need to do anything else. You can close this page."],
  },
  sandbox: {
    title: "This is a sandbox signup",
    body: "A developer is testing signups. This one doesn't open an account, send email or store personal data.",
    link: "How the sandbox works",
  },
  declined: {
    title: "This signup was canceled",
    body: "The owner of this email canceled it. No account will be opened with it.",
  },
  opened: {
    title: "Your account is open",
    body: "You have nothing left to confirm.",
    steps: ["Go back to your assistant. It can see this now."],
  },
  joined: {
    title: "You're on the waitlist",
    body: "Your signup is confirmed.",
    steps: [
      "Go back to your assistant. It can see this now.",
      "We'll email you when accounts open. You don't need to do anything until then.",
    ],
    check: "See how much you can contribute this year",
  },
  revoked: {
    title: "This link was canceled",
    body: "The owner of this email said that they didn't request the signup. So we canceled every link and send no more email.",
    mistake: "Was that a mistake? Email",
  },
  expired: {
    title: "This link has expired",
    body: (days: number) => `Confirmation links work for ${days} days. You can request a new one.`,
    button: "Get a new link",
  },
};
export type SignupWords = typeof enSignup;
