/** Words between two asterisks are strong. */
export const enReceipt = {
  title: "Your receipt",
  acts: {
    join_waitlist: (at: string) => `You joined the waitlist on **${at}**.`,
    decline: (at: string) => `You canceled the signup on **${at}**.`,
    allow_gig_connection: (at: string) => `Access was allowed on **${at}**.`,
    withdraw_gig_connection: (at: string) => `Access was stopped on **${at}**.`,
  },
  what: "The receipt is signed. It shows what was agreed to and when, and has no name or address in it. Anyone can check it.",
  shared: (partner: string) => `${partner} and the assistant that started the signup can get a copy.`,
  text: "Read the exact words",
  download: "Download the receipt",
  check: "How to check it",
  mail: {
    subject: "Your signed receipt",
    preheader: "What you agreed to, and when.",
    keep: "Keep this email. This text is the receipt:",
  },
  share: (partner: string) =>
    `Share a copy of my receipt with ${partner} and the assistant that started this signup. (Optional)`,
  changed: "The words on this page changed while it was open. Please read it again.",
};
export type ReceiptWords = typeof enReceipt;
