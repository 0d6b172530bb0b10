import { brand, brandCompany } from "../../domain/brand.ts";
import type { LegalText } from "./legal-text.ts";

const { serviceName, supportEmail } = brand;
const company = brandCompany;

/** The spans of time are those of the code: signups, counted requests, cookies and sessions. */
export const privacyPolicy: LegalText = {
  title: "Privacy policy",
  summary: `What ${serviceName} stores about you, why, for how long, and how to have it erased.`,
  sections: [
    [
      "Who is responsible",
      `${company.name}, ${company.address}, operates ${serviceName}. Email ${company.privacyEmail} with any question or request about your data.`,
    ],
    [
      "What we store",
      "Waitlist: your email, and your first name and apps if you give them.",
      "Signup: your email, what the assistant or app sent with it (a name, gig platforms, a language, the assistant's own name), when we emailed you, and whether you confirmed.",
      "Connected earnings: if you allow a company to see your earnings on a gig platform, your daily pay, tips, miles and number of jobs.",
      "Developer dashboard: your work email, your role, your sign-ins with the name and a mark of the browser, and what you changed.",
      "Companies that pay drivers through our API send us the data of their drivers, such as names, payouts and tax details. They are responsible for that data: ask them first.",
      "The calculators on our home page store nothing of what you enter.",
    ],
    [
      "Why",
      "To do what you asked: put you on a list, let you confirm, show earnings to the company that you allowed. To stop misuse, we count requests by network address for up to 24 hours.",
      "We don't sell your data, show ads or use trackers.",
    ],
    [
      "Cookies",
      "Pages with a form set one cookie that protects the form, for a day. If you choose a language, another one keeps your choice for a year. The developer dashboard has two more: one ties emailed links to your browser for 90 days, and one keeps you signed in for 12 hours. We use no other cookies.",
    ],
    [
      "How long",
      "A signup that is never confirmed, or that you cancel, is erased after 90 days. Waitlist entries and confirmed signups stay until you ask us to erase them.",
      "If you stop our email, we keep a keyed hash of your address, so that we never email it again.",
    ],
    [
      "Who else sees it",
      "Amazon Web Services runs our servers and sends our email. An assistant that started your signup sees its status, and never your confirmation link. A company sees your earnings only after you allow it, until you stop it.",
    ],
    [
      "Your choices",
      `To see, correct or erase your data, email ${company.privacyEmail} from the address it concerns. To cancel a signup and stop all email, use the link in the email. To stop sharing earnings, open the link where you allowed it.`,
      `Other questions: ${supportEmail}.`,
    ],
  ],
};
