export const enHome = {
  badge: "Accounts aren't open yet. Join the waitlist.",
  checkButton: "Check your limit",
  joinButton: "Join the waitlist",
  faulty: "Please check the form: ",
  who: {
    title: "Who it's for",
    cards: [
      [
        "You work on more than one app",
        "Rides in the morning, deliveries at night. Switch apps anytime. Your account stays the same.",
      ],
      [
        "You don't have a plan at work",
        "You don't need an employer to open an IRA. You do need taxable compensation, such as net earnings from gig work.",
      ],
      [
        "You want to know the rules",
        "Your limit depends on your filing status and income. We show you the limit and the IRS publication behind it.",
      ],
    ] as [string, string][],
  },
  how: {
    title: "How it works",
    steps: [
      [
        "Sign up with your assistant",
        "Ask your AI assistant to start a signup with your email. No assistant? Join the waitlist on this page.",
      ],
      [
        "Confirm by email",
        "Your assistant can't confirm for you: we email the link only to you. Read the disclosures, then confirm if you agree.",
      ],
      [
        "Take it with you",
        "Once accounts are open, yours takes contributions from every app you work on. If you leave an app, you keep the account.",
      ],
    ] as [string, string][],
    flow: {
      apps: [
        ["Rides", "mornings"],
        ["Meals", "evenings"],
        ["Packages", "weekends"],
      ] as [string, string][],
      own: ["Your", "Roth IRA"] as [string, string],
    },
  },
  pricing: {
    title: "Pricing",
    note: "You can't subscribe yet. These are the prices we plan to start with.",
    aMonth: "a month",
  },
  waitlist: {
    title: "Get notified when accounts open",
    happens: "What happens when you join",
    points: [
      "We email you when accounts open. We don't use your email for anything else.",
      "Joining doesn't open an account or move any money.",
    ],
    leave: "To leave the list, email",
    email: "Email",
    name: "First name (optional)",
    platforms: "Apps you work on (optional)",
    button: "Join the waitlist",
    thanks: "You're on the list. We'll email you when accounts open. You don't need to do anything else.",
    unreachable: "We couldn't reach the service. Please try again.",
    mistakes: {
      email: "Enter an email address like ana@example.com.",
      name: "Enter your first name on one line, up to 100 characters.",
      platforms: "List your apps on one line, up to 200 characters.",
    },
  },
  thanks: {
    title: "You're on the list",
    body: "We'll email you when accounts open. You don't need to do anything else.",
    steps: [
      "Check how much you can contribute this year.",
      "Do you know others who drive or deliver? Share our address with them.",
    ],
    check: "Check your limit",
  },
  faq: {
    title: "Questions and answers",
    items: [
      [
        "What is a Roth IRA?",
        "A retirement account for money that you have already paid tax on. Qualified withdrawals are tax-free. In most cases that means you're at least 59½ and opened your first Roth IRA at least five years ago.",
      ],
      [
        "Can I open an account today?",
        "No. Accounts aren't open yet. You can join the waitlist, and we'll email you when they open.",
      ],
      [
        "Do I need an employer?",
        "No. You need taxable compensation, such as net earnings from gig work, and an income below the limit for your filing status.",
      ],
      [
        "Can I take money out?",
        "You can take out your own contributions at any time without tax or penalty. Earnings are different: taking them out early can cost tax and a 10% additional tax.",
      ],
      [
        "Could I lose money?",
        "Yes. Investments can lose value, including the money you put in. No return is guaranteed.",
      ],
      [
        "Can my assistant move my money?",
        "No. An assistant can start a signup and look up rules. Only you can confirm, through a link that we email to you.",
      ],
      [
        "What do you do with my email?",
        "We send the emails you ask for, and one when accounts open. We don't sell it. See the privacy page.",
      ],
    ] as [string, string][],
  },
  company: {
    title: "Who is behind it",
    operator: "Company",
    address: "Address",
    custodian: "Custodian",
    contact: "Contact",
  },
  developers: {
    title: "For assistants and developers",
    body: "The Agent API is open and needs no API key.",
    links: { start: "Quick start", reference: "Documentation", document: "OpenAPI document" },
  },
};
export type HomeWords = typeof enHome;
