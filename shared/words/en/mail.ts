import { brand, brandCompany } from "../../domain/brand.ts";

const { serviceName, productName, supportEmail } = brand;
const company = brandCompany;

const daysOf = (days: number) => (days === 1 ? "1 day" : `${days} days`);

export const enMail = {
  subject: `Confirm your ${productName} signup`,
  preheader: (days: number) => `Only you can confirm. The link works for ${daysOf(days)}.`,
  hello: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  why: (assistant: string) =>
    `${assistant ? `An assistant named "${assistant}"` : "An assistant or an app"} asked to add this email to the ${productName} waitlist. Only you can confirm.`,
  button: "Review and confirm",
  after: "You'll see what you're agreeing to before anything happens.",
  expiry: (days: number, day: string) => `The link works for ${daysOf(days)}, until ${day}.`,
  receipt: "Once you confirm, we email you a signed receipt. The link shows it too.",
  ignore: "Didn't request this? You can ignore this email. To cancel the signup and stop all email from us:",
  cancel: "Cancel the signup",
  sender: `${serviceName} is operated by ${company.name}, ${company.address}.`,
  contact: `Questions? ${supportEmail}`,
};
export type MailWords = typeof enMail;
