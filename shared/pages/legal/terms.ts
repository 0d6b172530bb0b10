import { brand, brandCompany } from "../../domain/brand.ts";
import type { LegalText } from "./legal-text.ts";

const { serviceName, supportEmail, productName } = brand;
const company = brandCompany;

export const termsOfUse: LegalText = {
  title: "Terms of use",
  summary: `The rules for using ${serviceName}, its website and its APIs.`,
  sections: [
    [
      "Who we are",
      `These terms are between you and ${company.name}, ${company.address} ("we"). Using ${serviceName} means that you accept them.`,
    ],
    ["What this is not", ...brand.statements],
    [
      "The waitlist and signups",
      `Joining the waitlist or confirming a signup does not open a ${productName} and moves no money. Opening an account will need an agreement of its own, with the broker-dealer that holds it.`,
      "Start a signup only with an email of your own, or of a person who asked you to. Only the owner of the email may confirm.",
    ],
    [
      "Calculators",
      "The calculators are educational arithmetic on the numbers that you enter. They are no forecast and no promise, and they don't replace a tax adviser.",
    ],
    [
      "APIs",
      "Keep your keys secret. Respect the rate limits. Don't use the APIs to send unwanted email, to learn who has an account, or to break the law. We may suspend access that does.",
    ],
    [
      "Liability",
      "We provide the service as it is. As far as the law permits, we are not liable for indirect loss. Nothing here limits rights that the law does not let you give up.",
    ],
    [
      "Changes and law",
      "When these terms change, the day above changes. The laws of the United States and of " +
        `${company.governingLaw} apply.`,
      `Questions: ${supportEmail}.`,
    ],
  ],
};
